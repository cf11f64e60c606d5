# Read by bash before a command (BASH_ENV): at its end the shell writes its folder to a file.
# Nothing of this stays visible to the command but the trap, and nothing to the shells it starts.
printf -v MAIA_FOLDER_REPORT %q "$MAIA_FOLDER_REPORT"
trap "{ builtin pwd -P >|$MAIA_FOLDER_REPORT || :; } 2>/dev/null" EXIT
unset BASH_ENV MAIA_FOLDER_REPORT
