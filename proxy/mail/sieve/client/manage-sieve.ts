import {
  createLineSocket,
  type LineServer,
  type LineSocket,
  type ReachedServer,
} from '../../connection/line-socket.ts'
import { proxyHeader } from '../../connection/proxy-header.ts'
import type { Credential } from '../../model/account.ts'
import { MAX_RESPONSE_BYTES, readResponse, type SieveResponse } from './read-response.ts'
import { SieveFault, type SieveFaultCode } from './sieve-fault.ts'

/** Where the ManageSieve server is, with the options of TLS that IMAP has. */
export interface SieveServer extends Omit<LineServer, 'header'> {
  /** Longest wait for the connection with its greeting, and for each response. */
  readonly timeoutMs: number
  /** It wants the client's address by the PROXY protocol. */
  readonly proxyProtocol?: boolean
}

/** Who signs in, and from where. */
export interface SieveClient {
  readonly credential: Credential
  readonly clientIp: string
}

/** What the server says it has (RFC 5804 1.7). */
export interface SieveCapabilities {
  /** For `checkScript`. */
  readonly extensions: ReadonlySet<string>
  readonly implementation: string
  /** VERSION 1.0: it has RENAMESCRIPT, CHECKSCRIPT and NOOP. */
  readonly version: string | undefined
}

export interface StoredScript {
  readonly name: string
  readonly isActive: boolean
}

/** An open connection of one owner. Every method throws SieveFault; after an outage each of them does. */
export interface SieveConnection {
  readonly capabilities: SieveCapabilities
  listScripts(): Promise<readonly StoredScript[]>
  getScript(name: string): Promise<string>
  /** Answers the server's warnings, empty for none. A script that is refused changes nothing. */
  putScript(name: string, content: string): Promise<string>
  checkScript(content: string): Promise<string>
  /** undefined: none is active. */
  setActive(name: string | undefined): Promise<void>
  renameScript(from: string, to: string): Promise<void>
  deleteScript(name: string): Promise<void>
  haveSpace(name: string, bytes: number): Promise<void>
  noop(): Promise<void>
  logout(): Promise<void>
  /** Ends it at once. */
  close(): void
}

/** Connects and signs in by AUTHENTICATE PLAIN; a master user's `authorizationId` is the owner. Throws SieveFault. */
export async function openManageSieve(
  { proxyProtocol = false, timeoutMs, ...server }: SieveServer,
  { credential, clientIp }: SieveClient,
  signal: AbortSignal,
): Promise<SieveConnection> {
  const header = (reached: ReachedServer) => proxyHeader({ clientIp, ...reached })
  const line = createLineSocket(
    { ...server, header: proxyProtocol ? header : undefined },
    MAX_RESPONSE_BYTES,
  )
  signal.addEventListener('abort', line.close, { once: true })
  try {
    const exchange = createExchange(line, timeoutMs)
    await withinTime(timeoutMs, line.close, async () => {
      await line.open().catch(unavailable)
      accepted(await exchange.hear())
      if (server.tls !== 'starttls') return
      accepted(await exchange.send(['STARTTLS']), 'unavailable')
      // Whatever was sent in the clear behind the OK is nobody's response (CVE-2011-0411).
      if (line.hasMore()) throw new SieveFault('unavailable', 'text before TLS')
      await line.startTls().catch(unavailable)
      accepted(await exchange.hear())
    })
    await signIn(exchange, credential)
    return createConnection(exchange, await freshCapabilities(exchange), line.close)
  } catch (error) {
    line.close()
    if (error instanceof SieveFault && error.code === 'closed') unavailable(error)
    throw error
  } finally {
    signal.removeEventListener('abort', line.close)
  }
}

function unavailable(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : 'no connection'
  const text = cause instanceof SieveFault ? cause.serverText : message
  throw new SieveFault('unavailable', text, { cause })
}

/** Ends what takes longer. */
async function withinTime<Result>(
  limitMs: number,
  end: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
    end()
  }, limitMs)
  try {
    return await work()
  } catch (error) {
    if (!late.signal.aborted) throw error
    throw new SieveFault('timed_out', 'no answer in time', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** A word of the protocol, or a string of ours. */
type CommandPart = string | { readonly string: string }

type Exchange = ReturnType<typeof createExchange>

function createExchange(line: LineSocket, timeoutMs: number) {
  const hear = () => withinTime(timeoutMs, line.close, () => readResponse(line))
  let last: Promise<unknown> = Promise.resolve()
  const exchange = async (parts: readonly CommandPart[]): Promise<SieveResponse> => {
    line.write(`${parts.map(spelled).join(' ')}\r\n`)
    return hear()
  }
  return {
    hear,
    /** One command after the other: the protocol has no tags. */
    send: (parts: readonly CommandPart[]): Promise<SieveResponse> => {
      const response = last.then(() => exchange(parts))
      last = response.catch(() => undefined)
      return response
    },
  }
}

const MAX_QUOTED_BYTES = 1_024

/** Short lines quoted, all else as a literal that waits for nothing (RFC 5804 4). */
function spelled(part: CommandPart): string {
  if (typeof part === 'string') return part
  const bytes = Buffer.byteLength(part.string)
  if (bytes <= MAX_QUOTED_BYTES && !/[\r\n\0]/.test(part.string))
    return `"${part.string.replace(/["\\]/g, '\\$&')}"`
  return `{${bytes}+}\r\n${part.string}`
}

async function signIn(
  exchange: Exchange,
  { user, password, authorizationId = '' }: Credential,
): Promise<void> {
  // NUL parts the fields of PLAIN (RFC 4616 2).
  if (password === '' || [user, password, authorizationId].some((field) => field.includes('\0')))
    throw new SieveFault('authentication_refused', 'Authentication failed.')
  const response = Buffer.from(`${authorizationId}\0${user}\0${password}`).toString('base64')
  const line = await exchange.send(['AUTHENTICATE', { string: 'PLAIN' }, { string: response }])
  if (line.status === 'NO' && MEANINGS.get(line.code ?? '') === undefined)
    throw new SieveFault('authentication_refused', line.text)
  accepted(line)
}

/** What it has differs after the sign-in: a user may have extensions of their own. */
async function freshCapabilities(exchange: Exchange): Promise<SieveCapabilities> {
  const { lines } = accepted(await exchange.send(['CAPABILITY']))
  const values = new Map(
    lines.map(([name, value]) => [name?.text.toUpperCase(), value?.text ?? '']),
  )
  const extensions = values.get('SIEVE') ?? ''
  return {
    extensions: new Set(extensions.split(' ').filter((name) => name !== '')),
    implementation: values.get('IMPLEMENTATION') ?? '',
    version: values.get('VERSION'),
  }
}

/** What the codes of a NO or BYE mean (RFC 5804 1.3); a referral is followed nowhere. */
const MEANINGS: ReadonlyMap<string, SieveFaultCode> = new Map([
  ['NONEXISTENT', 'script_not_found'],
  ['ALREADYEXISTS', 'script_exists'],
  ['ACTIVE', 'script_active'],
  ['QUOTA', 'over_quota'],
  ['QUOTA/MAXSCRIPTS', 'over_quota'],
  ['QUOTA/MAXSIZE', 'over_quota'],
  ['TRYLATER', 'unavailable'],
  ['REFERRAL', 'unavailable'],
  ['ENCRYPT-NEEDED', 'unavailable'],
  ['AUTH-TOO-WEAK', 'unavailable'],
])

function accepted(
  response: SieveResponse,
  refused: SieveFaultCode = 'server_refused',
): SieveResponse {
  const { status, code, text } = response
  if (status === 'OK') return response
  if (status === 'BYE') throw new SieveFault('unavailable', text)
  throw new SieveFault(MEANINGS.get(code ?? '') ?? refused, text)
}

function createConnection(
  exchange: Exchange,
  capabilities: SieveCapabilities,
  close: () => void,
): SieveConnection {
  const run = async (parts: readonly CommandPart[], refused?: SieveFaultCode) =>
    accepted(await exchange.send(parts), refused)
  const name = (string: string) => ({ string })
  /** The text of an OK is the server's warnings only where it says so. */
  const warnings = ({ code, text }: SieveResponse) => (code === 'WARNINGS' ? text : '')
  return {
    capabilities,
    listScripts: async () => {
      const { lines } = await run(['LISTSCRIPTS'])
      return lines.map(([script, mark]) => ({
        name: script?.text ?? '',
        isActive: mark?.text.toUpperCase() === 'ACTIVE',
      }))
    },
    getScript: async (script) => (await run(['GETSCRIPT', name(script)])).lines[0]?.[0]?.text ?? '',
    putScript: async (script, content) =>
      warnings(await run(['PUTSCRIPT', name(script), name(content)], 'script_refused')),
    checkScript: async (content) =>
      warnings(await run(['CHECKSCRIPT', name(content)], 'script_refused')),
    setActive: async (script) => {
      await run(['SETACTIVE', name(script ?? '')])
    },
    renameScript: async (from, to) => {
      await run(['RENAMESCRIPT', name(from), name(to)])
    },
    deleteScript: async (script) => {
      await run(['DELETESCRIPT', name(script)])
    },
    haveSpace: async (script, bytes) => {
      await run(['HAVESPACE', name(script), String(bytes)])
    },
    noop: async () => {
      await run(['NOOP'])
    },
    logout: async () => {
      await exchange.send(['LOGOUT'])
      close()
    },
    close,
  }
}
