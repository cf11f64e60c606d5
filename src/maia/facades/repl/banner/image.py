"""The picture of the banner, written by tools/banner_image.py: not to be edited."""

SIDE = 32
"""Pixels to a side."""

PACKED = (
    "eNrNl/tPFHcUxf07mrRJmwqIImB3AYVFW9YHtEKRlw3KakESq4ItGFskxUaL9VEpYkEDZi0ooCIarBgMqEWhamDR"
    "LbE0ValawBcPYVkBa07nfOtshmF2WdIf2k0+mTv3nnMuDMt3Ydq0/98rbZEf/svMjIg5IJkS/3Zv5qusjClkfRGp"
    "g5KsKP2Uvw561DnuenOWBUKLrTGBk2ZQ48zv7v6vE+ZCTa7EvlWhMK8NQ3naQk04oyZXw0/c3b87MRgyhzcvx8/H"
    "96Kz+Rg6rxyF5cROnNwSi7L1xnGwxxk11NJDrzLL3f35JgP2rZ4Pa20RXvb9MoGxxxa0VObih3VhAtbsaWmZwSxm"
    "uru/MHk+OuqL8eJJq2Dk5gEM134M2+kE2BuzMNbVKPotx3cIWLPHGTXU0iP7mcVMd/dfOrgJoz3NGO2+guFzJgyW"
    "eAp+3e0hrkNlARi5XY3nXVcErNlTagi9zGAWM93d/8QqZT+4BPu17bAd8UVXRSTqayoQMm8JdF6e+GmbD4ZPRwgN"
    "Ya2loZcZ1DDT3f3DnedB7OeiYT8ZgPLi/eBr184CvP6aD4JmzRb94VulAlcaZsh57u4f+v1HkOfnl+JOqQFz/IzI"
    "ztohrm++oROwb7MWCVxpmCHnubM79V0f/HbhAJ51SD+DyyaMNSzEAn0Ipr8V7ID37A+2mwWuNMxgFjOZ7Wp3ygIf"
    "rJGo3puG/vZKDLXtwYumpbh+OALGeWGY4fGeuPJ+5LQRtrMpAtZaGnqZwSxmMps7nO1PDp0FsiEiAH80FqH3Rils"
    "lhy8tMRLxOJBXYy4jramYqA6Ef1FegFr9pQaeuhlBrOYKec727/aMAsyOSuNuHsxH09aStDbWiB9H1/C1rYFA5Zd"
    "otd3rRDdO30FrNnjjBpq6WGPGcxSZmvtNoXMhJr14Xqc+nYt7l3Kw6OrhYKnrYfEe+mv3hvoMScJWLPHmayjh15m"
    "aGWr968M9oYzvooNREfDIYw+vOo408ig5ahA2aOGWnpcZar3J871hjOq9mwUuVOBHleZ6v0fBc2AFonBM9FtrcFI"
    "1+XxdDfhZX+7gLV6Tg+9znLV+xMCvaBF1opw2O9dmMCjtuOozUsXsNbS0OssV70/Tu8FLfI3JcF2t07AM3S0u1lg"
    "v39ROlOKBazlPjWynl5nuer9MTpPaJGXsUJ6b58R9N+qhvVMAXqstbhdX+jos2aPM2rkPr3OcrV+B6Pf8YCarMRF"
    "4vyUsVR/g7Js6ey5VeXosWaPM6WWXq1MZ+dPlL8H1Kxb6If7TSXSGXrMQa+1Ao8t5Rh5aBGwZk+poYderUxn+5f6"
    "TYca9styVqHv5pFxPG4xozp3jYC1ek6PMjNKeubLP/SHKSXI5WfQ+75vQ0bZb6naJs63vuv78dRiFtxr/F4g34uZ"
    "pKFW6Y2N9kd6ZTQyzsY7SK+Jm/L/FAMlBjw7GIABcxj+rNuKOw15AtbsiVnJxL8zk0ojoYVatzE6GJ8uC8FnMf+Q"
    "EWtA5iuaNvvjwXYfBzXpOseMtXJ29XN/4ZVzNiQaELfViPC8xYKI7xaP252yRI/kSciWnmFdqheaP/HAqWRvpH2g"
    "c8xYs8cZNdRqZayWPoNNkQGTPveEUF/EG3wRZ5jtIDbEPZQeZjDL1a6/ATOt+Cg="
)
"""Base64 of zlib of red, green, blue, alpha; alpha is 0 or 255."""
