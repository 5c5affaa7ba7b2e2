# For scripts that count what works: set tmp to a folder, then source this file.
passed=0
failed=0

# try NAME COMMAND...: counts the outcome
try() {
  name=$1
  shift
  if "$@" >"$tmp/log" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    echo "FAILED: $name"
    cat "$tmp/log"
  fi
}
