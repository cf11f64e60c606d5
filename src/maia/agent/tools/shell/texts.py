"""What the Bash tool tells the model, in both languages; the last line of a result (spec 8)."""

import signal
from dataclasses import dataclass
from typing import Literal, TypeAlias

from maia.agent.contracts.host import CommandExit
from maia.i18n import Language, Texts

TEXTS = Texts(
    en={
        "exit_code": "[exit code: {code}]",
        "signal": "[killed by signal {name}]",
        "timed_out": "[timed out ({seconds} s)]",
        "interrupted": "[interrupted (Ctrl+C)]",
        "not_started": "[the command could not be started]",
        "stopped": "[stopped]",
        "running": "[still running]",
        "left_out": "\n[... {count} characters left out ...]\n",
        "folder_now": "[working directory: {folder}]",
        "folder_outside": "[{folder} is outside the launch folder: "
        "the working directory is the launch folder again]",
        "folder_gone": "[{folder} cannot be entered any more: "
        "the working directory is the launch folder again]",
        "folder_lost": "[the working directory was removed: it is the launch folder again]",
        "background_started": "[{id} started in the background]",
        "background_ended": "[{id} has ended: {status}]",
        "background_full": "{limit} background commands are running already. "
        'Stop one first ("id" with "stop": true). Running: {running}.',
        "background_unknown": 'No background command "{id}". Known: {known}.',
        "background_none": "No background command.",
        "none": "none",
        "bash_missing": "{bash} is missing on this machine; commands cannot be run.",
        "too_long": "The command or its environment is too long for the system ({size} bytes). "
        "Write it to a file with the Write tool, then run that file.",
        "nul": "The command contains a NUL character, which no shell can take.",
        "not_text": "The command contains characters that cannot be encoded (lone surrogates).",
        "command_wanted": "text expected: a command, or the id of a background command",
        "both": 'Give "command" to start a command, or "id" for one in the background, not both.',
        "stop_what": '"stop" needs the "id" of one background command.',
    },
    fr={
        "exit_code": "[code de sortie : {code}]",
        "signal": "[arrêté par le signal {name}]",
        "timed_out": "[délai dépassé ({seconds} s)]",
        "interrupted": "[interrompu (Ctrl+C)]",
        "not_started": "[échec du lancement de la commande]",
        "stopped": "[arrêtée]",
        "running": "[en cours]",
        "left_out": "\n[... {count} caractères omis ...]\n",
        "folder_now": "[dossier de travail : {folder}]",
        "folder_outside": "[{folder} est hors du dossier de lancement : "
        "le dossier de travail redevient le dossier de lancement]",
        "folder_gone": "[{folder} n'est plus accessible : "
        "le dossier de travail redevient le dossier de lancement]",
        "folder_lost": "[le dossier de travail a été supprimé : "
        "c'est de nouveau le dossier de lancement]",
        "background_started": "[{id} lancée en arrière-plan]",
        "background_ended": "[{id} est terminée : {status}]",
        "background_full": "{limit} commandes tournent déjà en arrière-plan. "
        'Arrête-en une d\'abord ("id" avec "stop": true). En cours : {running}.',
        "background_unknown": 'Aucune commande d\'arrière-plan "{id}". Connues : {known}.',
        "background_none": "Aucune commande en arrière-plan.",
        "none": "aucune",
        "bash_missing": "{bash} est absent de cette machine ; aucune commande ne peut être lancée.",
        "too_long": "La commande ou son environnement est trop long pour le système ({size} "
        "octets). Écris-la dans un fichier avec l'outil Write, puis lance ce fichier.",
        "nul": "La commande contient un caractère NUL, qu'aucun shell n'accepte.",
        "not_text": "La commande contient des caractères impossibles à encoder "
        "(surrogates isolés).",
        "command_wanted": "texte attendu : une commande, ou l'id d'une commande d'arrière-plan",
        "both": 'Donne "command" pour lancer une commande, ou "id" pour une commande '
        "d'arrière-plan, pas les deux.",
        "stop_what": '"stop" demande l\'"id" d\'une commande d\'arrière-plan.',
    },
)

HowItStopped: TypeAlias = Literal["timed_out", "interrupted", "not_started", "stopped", "running"]


@dataclass(frozen=True, slots=True)
class CommandStatus:
    """How a command stands: by its own end (`exit`), or by what happened to it (`how`)."""

    exit: CommandExit | None = None
    how: HowItStopped | None = None
    seconds: int = 0

    @property
    def is_error(self) -> bool:
        """Whether the result is marked as an error; an end that was asked for is none."""
        if self.how is not None:
            return self.how not in ("stopped", "running")
        return self.exit is None or self.exit.exit_code != 0

    @property
    def exit_code(self) -> int | None:
        """The code of a command that ended by itself."""
        return self.exit.exit_code if self.exit is not None and self.how is None else None


def status_line(language: Language, status: CommandStatus) -> str:
    """The last line of a result."""
    if status.how is not None:
        return TEXTS.text(language, status.how, seconds=status.seconds)
    if status.exit is None or status.exit.exit_code is None:
        return TEXTS.text(language, "signal", name=_signal_name(status.exit))
    return TEXTS.text(language, "exit_code", code=status.exit.exit_code)


def _signal_name(ended: CommandExit | None) -> str:
    number = ended.signal if ended is not None else None
    try:
        return signal.Signals(number or 0).name
    except ValueError:
        return str(number)
