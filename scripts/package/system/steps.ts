import { RETAINED_LIST } from '../../install/removal/keep-configuration.ts'

/** Where a system package puts the release that its steps install from. */
export const RELEASE_FOLDER = '/usr/lib/postern/release'

/** Where the data of an installation were kept, which go with a purge. */
const RETAINED_DATA = '/var/lib/postern'

/**
 * The steps of a system package, as shell scripts without their first line: thin covers of the installer, so that a package
 * upgrades without a failed request and rolls back as an archive does. Debian calls them with words (Debian Policy 6.5).
 */
export const steps = {
  /** After unpacking. The first time nothing may be configured yet: then it is said what is missing, and that is no fault. */
  configure: `if [ "$1" = configure ]; then
  code=0
  ${RELEASE_FOLDER}/scripts/install || code=$?
  if [ "$code" -eq 3 ] && [ ! -e /opt/postern/current ]; then
    echo "Postern is unpacked, and not set up yet. Mend what is named above, then: ${RELEASE_FOLDER}/scripts/install --help"
  elif [ "$code" -ne 0 ]; then
    exit "$code"
  fi
fi`,
  /**
   * Before the files go. Data, configuration and secrets stay until a purge. Where sessions of a Roundcube cannot be given
   * back it is said, and done: a package that is not removed would be worse than a second sign-in.
   */
  remove: `if [ "$1" = remove ] && [ -e /opt/postern ]; then
  code=0
  ${RELEASE_FOLDER}/scripts/uninstall || code=$?
  if [ "$code" -eq 3 ]; then
    ${RELEASE_FOLDER}/scripts/uninstall --sign-out
  elif [ "$code" -ne 0 ]; then
    exit "$code"
  fi
fi`,
  /**
   * After the files went, when data are to go as well: those that the removal listed as Postern's
   * (scripts/install/removal/keep-configuration.ts).
   */
  purge: `if [ "$1" = purge ] && [ ! -e /opt/postern/current ] && [ -f ${RETAINED_DATA}/${RETAINED_LIST} ]; then
  cd ${RETAINED_DATA}
  list=$(cat ${RETAINED_LIST})
  rm ${RETAINED_LIST}
  printf '%s\\n' "$list" | while IFS= read -r path; do
    if [ -L "$path" ]; then continue; fi
    case "$path" in
      */) rmdir "$path" 2>/dev/null || : ;;
      *) if [ -f "$path" ]; then rm -f "./$path"; fi ;;
    esac
  done
  cd /
  rmdir ${RETAINED_DATA} 2>/dev/null || echo "left: what Postern did not make in ${RETAINED_DATA}"
fi`,
} as const

/** A whole script of Debian's. */
export function debianScript(step: keyof typeof steps): string {
  return `#!/bin/sh\nset -e\n${steps[step]}\n`
}
