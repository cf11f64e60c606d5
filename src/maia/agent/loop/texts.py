"""What the loop tells the model (spec 6.2, 6.3), in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "unknown_tool": "Unknown tool: {name}. Available tools: {available}.",
        "denied": "Action refused by the permission rules ({rule}). Do not retry it as it is.",
        "refused": "The user refused this action.",
        "refused_reason": "The user refused this action, saying: {reason}",
        "stopped": "The user stopped the work at this action; it was not run. "
        "Wait for their next request.",
        "not_run": "Not run: the user stopped the work before this action.",
        "interrupted": "Interrupted by the user before it was finished.",
        "not_started": "Not run: the user interrupted the request.",
        "unexpected": "The tool {name} failed unexpectedly: {error}",
        "arguments_cut": "Not run: the arguments of this call were cut before their end "
        "(output limit). Send a smaller call, for instance the file in several parts.",
        "arguments_not_json": "Not run: the arguments of this call are not valid JSON. "
        "Received: {received}",
        "arguments_not_object": "Not run: the arguments of this call must be a JSON object. "
        "Received: {received}",
    },
    fr={
        "unknown_tool": "Outil inconnu : {name}. Outils disponibles : {available}.",
        "denied": "Action refusée par les règles de permissions ({rule}). "
        "Ne réessaie pas telle quelle.",
        "refused": "L'utilisateur a refusé cette action.",
        "refused_reason": "L'utilisateur a refusé cette action, en disant : {reason}",
        "stopped": "L'utilisateur a arrêté le travail sur cette action ; elle n'a pas été "
        "exécutée. Attends sa prochaine demande.",
        "not_run": "Non exécuté : l'utilisateur a arrêté le travail avant cette action.",
        "interrupted": "Interrompu par l'utilisateur avant la fin.",
        "not_started": "Non exécuté : l'utilisateur a interrompu la demande.",
        "unexpected": "L'outil {name} a échoué de façon inattendue : {error}",
        "arguments_cut": "Non exécuté : les arguments de cet appel ont été coupés avant leur fin "
        "(limite de sortie). Envoie un appel plus petit, par exemple le fichier en plusieurs "
        "parties.",
        "arguments_not_json": "Non exécuté : les arguments de cet appel ne sont pas du JSON "
        "valide. Reçu : {received}",
        "arguments_not_object": "Non exécuté : les arguments de cet appel doivent être un objet "
        "JSON. Reçu : {received}",
    },
)
