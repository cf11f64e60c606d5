(preproc_include path: (string_literal (string_content) @import @module) (#set! name "*"))
(preproc_include path: (system_lib_string) @import @module (#set! name "*"))
