"""French. Same keys and placeholders as en.py (checked by a test)."""

SENTENCES: dict[str, str] = {
    "cli.commands": "commandes",
    "cli.config": "les réglages qui comptent, et d'où vient chacun",
    "cli.description": "MAIA, un agent de programmation pour le terminal. Sans -p : une invite, "
    "ligne à ligne.",
    "cli.empty_model": "--model est vide. Donnez un nom ; `maia models` les liste.",
    "cli.empty_prompt": "La tâche est vide. Donnez-la après -p, ou sur l'entrée standard avec "
    "-p -.",
    "cli.folder_gone": "Le dossier courant n'existe plus, ou son accès est refusé. Allez dans un autre.",
    "cli.help": "affiche cette aide",
    "cli.interrupted": "Interrompu.",
    "cli.model": "le modèle : NOM ou litellm:NOM (sinon MAIA_MODEL, ./.maia/config.json, "
    "~/.maia/config.json)",
    "cli.models": "les modèles que le serveur propose",
    "cli.no_home": "Il n'y a pas de dossier personnel : HOME n'est pas définie, et le système n'en connaît pas pour cet utilisateur.",
    "cli.no_model": "Aucun modèle choisi. Donnez-le avec --model NOM, MAIA_MODEL, ou "
    '{{"model": "NOM"}} dans ~/.maia/config.json ; `maia models` les liste.',
    "cli.no_terminal": "maia a besoin d'un terminal. Pour les scripts : maia -p TÂCHE, ou "
    "maia -p - pour lire la tâche sur l'entrée standard.",
    "cli.not_folder": "{name} ne désigne pas un dossier : {path}",
    "cli.output_format": "avec -p : la réponse en texte, ou un objet JSON avec tout ce qui s'est "
    "passé",
    "cli.output_lost": "La réponse ne peut pas être écrite sur la sortie standard : {reason}.",
    "cli.permission_mode": "ce qu'aucune règle ne décide : ask (avec -p : refus), accept-edits "
    "(lire et modifier dans le dossier passe), plan (lire seulement), bypass (tout ce qu'une règle "
    "ne refuse pas)",
    "cli.prompt": "fait TASK sans rien demander, puis s'arrête ; - la lit sur l'entrée standard",
    "cli.task_not_text": "La tâche n'est pas un texte (NUL à l'octet {position}). Donnez un texte en UTF-8.",
    "cli.unknown_words": 'commande inconnue : {words}. Pour une tâche : maia -p "TÂCHE"',
    "cli.version": "affiche la version",
    "cli.words_after_task": 'mots après la tâche : {words}. Mettez la tâche entre guillemets : maia -p "TÂCHE"',
    "command.exit": "quitter",
    "command.help": "cette aide",
    "command.model": "continuer avec un autre modèle, conversation conservée",
    "demo.failed": "La démonstration ne s'est pas terminée comme prévu (code de sortie de maia : "
    "{code}).",
    "demo.intro": "Un dépôt d'essai avec un test en échec : {folder}\nLe MODÈLE suit un script (un "
    "serveur sur cette machine, sans compte). L'agent, ses requêtes, ses outils, ses permissions "
    "et les commandes qu'il lance sont réels.",
    "demo.next": "Pour travailler avec un vrai modèle, mettez l'adresse de votre serveur LiteLLM "
    "dans ~/.maia/settings.json :\n{example}\npuis, dans un de vos dépôts : maia",
    "demo.no_git": "La démonstration a besoin de git.",
    "error.context_too_long": "La conversation est trop longue pour le modèle (HTTP {status}) : "
    "{body}",
    "error.http": "Le serveur {url} a refusé la requête (HTTP {status}) : {body}",
    "error.internal": "Un défaut de Maia a arrêté le tour ; la conversation est conservée. {error}",
    "error.max_iterations": "Arrêt : plus de {count} itérations.",
    "error.model": "Le modèle n'a pas répondu.",
    "error.no_body": "Le serveur {url} a répondu sans corps.",
    "error.rate_limited": "Le serveur demande de ralentir (HTTP {status}, réessayer après : "
    "{retry_after}) : {body}",
    "error.server_unreachable": "LiteLLM injoignable ({url}) : {reason}",
    "error.stream": "Erreur du serveur LiteLLM : {message}",
    "error.stream_cut": "La réponse de {url} s'est arrêtée avant la fin. Ce qui était arrivé est "
    "conservé.",
    "error.stream_silent": "Le serveur {url} est silencieux depuis {seconds} s.",
    "error.unknown": "Une erreur est survenue.",
    "headless.refused": "refusé : {tool} : {why}",
    "notice.ended_otherwise": "Le serveur a terminé la réponse pour une raison à lui "
    "(un filtre de contenu, par exemple) : elle peut être incomplète.",
    "notice.empty_answer": "Le modèle n'a rien répondu.",
    "notice.output_cut": "Réponse coupée par la limite de tokens de sortie : elle peut être "
    "incomplète. Augmentez MaxOutputTokens, ou demandez des étapes plus petites.",
    "notice.reasoning_only": "Le modèle a réfléchi mais n'a rien répondu.",
    "notice.stopped": "Itération interrompue (stop).",
    "permission.not_a_rule": "{written!r} n'est pas une règle (Outil ou Outil(motif)).",
    "repl.banner": "MAIA {version} · Dossier de travail : {folder}",
    "repl.because": "règle : {rule}",
    "repl.continue": "{count} itérations utilisées. Continuer ?",
    "repl.files_changed": "Fichiers modifiés entre-temps : {files}",
    "repl.interrupted": "Interrompu : la conversation est revenue à avant la demande.",
    "repl.keys": "(o/n)",
    "repl.keys_stop": "(o/n/s=stop)",
    "repl.model": "modèle : {model}",
    "repl.model_selected": "Modèle : {model}",
    "repl.more_lines": "… et {count} lignes de plus",
    "repl.no_models": "Aucun modèle disponible sur le serveur.",
    "repl.permission": "Autoriser {call} ?",
    "repl.placeholder": "Votre demande — /help : aide · Ctrl+C : quitter",
    "repl.tools_running": "Outils en parallèle : {done}/{total} terminés ({names})",
    "repl.unknown_command": "Commande inconnue : /{name}. /help les liste.",
    "repl.which_model": "Modèle (numéro ou nom, Entrée pour renoncer) :",
    "settings.absent": "{path} est absent. Créez-le, par exemple :\n{example}",
    "settings.bad_key": "{path} : {name} contient un caractère qui ne peut pas être envoyé (saut de ligne, contrôle).",
    "settings.duplicate_key": "{path} : {name} s'y trouve deux fois ; gardez-en une.",
    "settings.env": "{path} : {name} doit être un texte ; env est un objet de noms et de textes.",
    "settings.left_out": "{problem} Le fichier est ignoré.",
    "settings.malformed_rule": "{path} : permissions.{family}, élément {position} : {written!r} "
    "n'est pas une règle (Outil ou Outil(motif)) ; ignoré.",
    "settings.missing_key": "{path} : {name} manque. Par exemple :\n{example}",
    "settings.not_json": "{path}, ligne {line}, colonne {column} : JSON invalide ({reason}).",
    "settings.not_object": "{path} doit contenir un objet JSON.",
    "settings.not_positive": "{path} : {name} doit être un nombre entier supérieur ou égal à 1.",
    "settings.not_regular": "{path} n'est pas un fichier ordinaire.",
    "settings.not_rules": "{path} : {name} n'a pas la bonne forme (permissions : un objet de "
    "listes, allow, ask et deny).",
    "settings.not_text": "{path} : {name} doit être un texte non vide.",
    "settings.not_url": "{path} : {name} doit être une adresse qui commence par http:// ou https://.",
    "settings.not_utf8": "{path} n'est pas en UTF-8 (octet {position}).",
    "settings.too_large": "{path} est trop grand pour un fichier de réglages ({size} octets).",
    "settings.unwritable": "{path} ne peut pas être écrit : {reason}. Il est resté tel quel.",
    "settings.unreadable": "{path} ne peut pas être lu : {reason}.",
}
