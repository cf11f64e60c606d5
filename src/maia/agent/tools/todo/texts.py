"""What the TodoWrite tool tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "empty": "The task list is empty.",
        "several": "Warning: {count} tasks are in_progress; keep exactly one.",
        "list": "a list of tasks expected",
        "too_many": "{limit} tasks at most",
        "task": "task {number}: an object with content, status and activeForm expected",
        "content": "task {number}: content must be text that is not empty",
        "status": "task {number}: status must be one of {options}",
        "active_form": "task {number}: activeForm must be text",
    },
    fr={
        "empty": "La liste des tâches est vide.",
        "several": "Attention : {count} tâches sont in_progress ; n'en garde qu'une.",
        "list": "liste de tâches attendue",
        "too_many": "{limit} tâches au plus",
        "task": "tâche {number} : objet avec content, status et activeForm attendu",
        "content": "tâche {number} : content doit être un texte non vide",
        "status": "tâche {number} : status doit valoir {options}",
        "active_form": "tâche {number} : activeForm doit être un texte",
    },
)
