import { ScriptFault } from '../../../proxy/mail/sieve/language/script-fault.ts'
import { DEMO_EXTENSIONS, readDemoScript, serverText, type DemoScripts } from './scripts.ts'
import type { SieveCommand } from './take-command.ts'

/** Whose scripts they are. */
export interface DemoSieveOwner {
  readonly address: string
  readonly password: string
}

const OK = 'OK\r\n'
const NONEXISTENT = no('No such script.', 'NONEXISTENT')

/** What a connection begins with. */
export function greeting(): string {
  return [
    '"IMPLEMENTATION" "Postern demo"',
    '"SASL" "PLAIN"',
    `"SIEVE" "${[...DEMO_EXTENSIONS].join(' ')}"`,
    '"VERSION" "1.0"',
    OK,
  ].join('\r\n')
}

/** Responds to the commands of one connection. */
export function createResponder(
  owner: DemoSieveOwner,
  scripts: DemoScripts,
): (command: SieveCommand) => string {
  let isSignedIn = false
  const commands: Readonly<Record<string, (...args: readonly string[]) => string>> = {
    CAPABILITY: greeting,
    NOOP: () => OK,
    LOGOUT: () => OK,
    AUTHENTICATE: (mechanism = '', response = '') => {
      isSignedIn = mechanism.toUpperCase() === 'PLAIN' && response === plainResponse(owner)
      return isSignedIn ? OK : no('Authentication failed.')
    },
    ...scriptCommands(scripts),
  }
  return ({ name, args }) => {
    if (!isSignedIn && !BEFORE_SIGN_IN.has(name)) return no('Sign in first.')
    return commands[name]?.(...args) ?? no(`Unknown command ${name}.`)
  }
}

const BEFORE_SIGN_IN = new Set(['CAPABILITY', 'NOOP', 'LOGOUT', 'AUTHENTICATE'])

/** The owner's own: nobody signs in for somebody else (RFC 4616 2). */
function plainResponse({ address, password }: DemoSieveOwner): string {
  return Buffer.from(`\0${address}\0${password}`).toString('base64')
}

function scriptCommands(scripts: DemoScripts) {
  const { sources } = scripts
  return {
    // It has as much space as it takes.
    HAVESPACE: () => OK,
    LISTSCRIPTS: () =>
      [...sources.keys()]
        .map((name) => `${quoted(name)}${name === scripts.active ? ' ACTIVE' : ''}\r\n`)
        .join('') + OK,
    GETSCRIPT: (name = '') => {
      const source = sources.get(name)
      return source === undefined ? NONEXISTENT : `${literal(source)}\r\n${OK}`
    },
    CHECKSCRIPT: (source = '') => checked(source),
    PUTSCRIPT: (name = '', source = '') => {
      const response = checked(source)
      if (response === OK) sources.set(name, source)
      return response
    },
    SETACTIVE: (name = '') => {
      if (name !== '' && !sources.has(name)) return NONEXISTENT
      scripts.active = name === '' ? undefined : name
      return OK
    },
    DELETESCRIPT: (name = '') => {
      if (name === scripts.active) return no('The script is active.', 'ACTIVE')
      return sources.delete(name) ? OK : NONEXISTENT
    },
    RENAMESCRIPT: (from = '', to = '') => {
      const source = sources.get(from)
      if (source === undefined) return NONEXISTENT
      if (sources.has(to)) return no('There is a script of that name.', 'ALREADYEXISTS')
      sources.set(to, source)
      sources.delete(from)
      if (scripts.active === from) scripts.active = to
      return OK
    },
  }
}

function checked(source: string): string {
  try {
    readDemoScript(source)
    return OK
  } catch (error) {
    if (!(error instanceof ScriptFault)) throw error
    return no(serverText(error))
  }
}

function no(text: string, code?: string): string {
  return `NO ${code === undefined ? '' : `(${code}) `}${literal(text)}\r\n`
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

function literal(text: string): string {
  return `{${Buffer.byteLength(text)}}\r\n${text}`
}
