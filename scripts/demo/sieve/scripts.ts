import { checkScript } from '../../../proxy/mail/sieve/language/check.ts'
import { parseScript } from '../../../proxy/mail/sieve/language/parse.ts'
import { ScriptFault, type ScriptFinding } from '../../../proxy/mail/sieve/language/script-fault.ts'
import type { Script } from '../../../proxy/mail/sieve/language/syntax.ts'

/** The scripts of the demo's owner, in memory. */
export interface DemoScripts {
  readonly sources: Map<string, string>
  /** Name of the one that decides about new mail; undefined: none. */
  active: string | undefined
}

/** No scripts. */
export function createDemoScripts(): DemoScripts {
  return { sources: new Map(), active: undefined }
}

/** What the demo has beyond the base of the language (RFC 5228 6): all that `delivery.ts` does, and its tests. */
export const DEMO_EXTENSIONS: ReadonlySet<string> = new Set([
  ...['fileinto', 'copy', 'imap4flags', 'reject', 'vacation', 'vacation-seconds', 'include'],
  ...['envelope', 'subaddress', 'body', 'date', 'index', 'mailbox', 'duplicate', 'variables'],
  ...['regex', 'relational', 'comparator-i;ascii-numeric', 'encoded-character'],
])

/** Reads a script that the demo would run. Throws ScriptFault. */
export function readDemoScript(source: string): Script {
  const script = parseScript(source)
  const [finding] = checkScript(script, DEMO_EXTENSIONS).findings
  if (finding !== undefined) throw new ScriptFault(finding.code, finding.subject, finding)
  return script
}

/** The error of a script as Pigeonhole says it; the page reads the line from there. */
export function serverText({ line, code, subject }: ScriptFinding): string {
  return `line ${line}: error: ${code.replaceAll('_', ' ')}: ${subject}`
}
