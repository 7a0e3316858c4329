import { createServer, type Socket } from 'node:net'
import type { ExecutionContext } from 'ava'
import { portOf } from '../http/port-of.ts'

/** One line of the client, taken apart. */
export interface ScriptedCommand {
  readonly tag: string
  /** Upper case, with UID in front where it stands: `UID FETCH`. */
  readonly name: string
  readonly line: string
}

/** What the scripted server does: writes a string as it is, hangs up after it, or nothing at all. */
export type ScriptedReply =
  string | { readonly bytes: Buffer } | { readonly cutAfter: string } | typeof hang

/** Never answer. */
export const hang = Symbol('hang')

export interface Script {
  /** undefined: the default greeting. null: hangs up without one. */
  readonly greeting?: string | null
  /** Told in the default greeting and to CAPABILITY. */
  readonly capabilities?: string
  /** The same once someone has signed in: told with the OK to the password, too. */
  readonly signedInCapabilities?: string
  /** So many connections are hung up on before the greeting. */
  readonly droppedConnections?: number
  /** The greeting is said on so many connections, hanging up after it; later ones get the default one. */
  readonly refusedConnections?: number
  /** Asked for every command; undefined leaves it to the server. */
  readonly reply?: (command: ScriptedCommand, connection: number) => ScriptedReply | undefined
}

/** A server that fails in ways a real one cannot be made to. */
export interface ScriptedImap {
  readonly port: number
  /** Connections taken so far. */
  connections(): number
  /** Commands heard so far, by name. */
  heard(name: string): number
  /** How often something was heard: commands that came together are one round trip. */
  bursts(): number
  /** Names of the commands heard so far, those that came together in one list. */
  trips(): readonly (readonly string[])[]
  /** Names of the commands heard so far. */
  commands(): readonly string[]
}

const CAPABILITIES = 'IMAP4rev1 AUTH=PLAIN LITERAL+ ESEARCH UIDPLUS MOVE'

/** Starts a server with one mailbox of one message, which is stopped after the test. */
export async function startScriptedImap(
  t: ExecutionContext,
  script: Script = {},
): Promise<ScriptedImap> {
  const { stop, ...server } = await openScriptedImap(script)
  t.teardown(stop)
  return server
}

/** As `startScriptedImap`, outside of a test. */
export async function openScriptedImap(
  script: Script,
): Promise<ScriptedImap & { readonly stop: () => void }> {
  const { capabilities = CAPABILITIES, signedInCapabilities } = script
  const sockets = new Set<Socket>()
  const heard: string[] = []
  const trips: string[][] = []
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    const connection = connections
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // Clients that are cut off reset the connection.
    socket.on('error', () => undefined)
    if (script.greeting === null || connection <= (script.droppedConnections ?? 0)) {
      socket.end()
      return
    }
    const greeting = `* OK [CAPABILITY ${capabilities}] ready\r\n`
    if (connection <= (script.refusedConnections ?? 0)) {
      socket.end(script.greeting ?? greeting)
      return
    }
    socket.write(script.refusedConnections === undefined ? (script.greeting ?? greeting) : greeting)
    let trip: string[] = []
    socket.on('data', () => {
      trip = []
      trips.push(trip)
    })
    let isSignedIn = false
    const defaultReplyOf = (command: ScriptedCommand): string => {
      const isPassword = command.name === 'PASSWORD' || command.name === 'LOGIN'
      const announced = isSignedIn ? (signedInCapabilities ?? capabilities) : capabilities
      if (isPassword) isSignedIn = true
      if (isPassword && signedInCapabilities !== undefined) {
        return `${command.tag} OK [CAPABILITY ${signedInCapabilities}] Logged in\r\n`
      }
      return command.name === 'CAPABILITY'
        ? `* CAPABILITY ${announced}\r\n${command.tag} OK\r\n`
        : defaultReply(command)
    }
    readCommands(socket, (command) => {
      heard.push(command.name)
      trip.push(command.name)
      response(socket, script.reply?.(command, connection) ?? defaultReplyOf(command))
    })
  })
  server.listen(0, '127.0.0.1')
  return {
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    port: await portOf(server),
    connections: () => connections,
    bursts: () => trips.length,
    trips: () => trips.map((names) => [...names]),
    heard: (name) => heard.filter((one) => one === name).length,
    commands: () => [...heard],
  }
}

/** What a server without faults says to a command. */
export function defaultReply({ tag, name, line }: ScriptedCommand): string {
  switch (name) {
    case 'AUTHENTICATE':
      return '+ \r\n'
    case 'ID':
      return `* ID ("name" "Scripted")\r\n${tag} OK\r\n`
    case 'NAMESPACE':
      return `* NAMESPACE (("" "/")) NIL NIL\r\n${tag} OK\r\n`
    case 'LIST':
      return `* LIST () "/" INBOX\r\n${tag} OK\r\n`
    case 'SELECT':
      return `* 1 EXISTS\r\n* OK [UIDVALIDITY 1]\r\n* OK [UIDNEXT 8]\r\n${tag} OK\r\n`
    case 'UID SEARCH':
      return `* ESEARCH UID ALL 7\r\n${tag} OK\r\n`
    case 'STATUS':
      return `* STATUS INBOX (MESSAGES 1 UNSEEN 1 UIDNEXT 8 UIDVALIDITY 1)\r\n${tag} OK\r\n`
    case 'UID FETCH':
      return `${line.includes('ENVELOPE') ? ROW : '* 1 FETCH (UID 7 FLAGS ())\r\n'}${tag} OK\r\n`
    default:
      return `${tag} OK\r\n`
  }
}

const ROW = [
  '* 1 FETCH (UID 7 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000" RFC822.SIZE 100',
  ' ENVELOPE (NIL {5}\r\nhello NIL NIL NIL NIL NIL NIL NIL NIL)',
  ' BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 10 1)',
  ' BODY[HEADER.FIELDS (X-PRIORITY)] {2}\r\n\r\n)\r\n',
].join('')

function response(socket: Socket, reply: ScriptedReply): void {
  if (reply === hang) return
  if (typeof reply === 'string') socket.write(reply)
  else if ('bytes' in reply) socket.write(reply.bytes)
  else socket.end(reply.cutAfter)
}

function readCommands(socket: Socket, onCommand: (command: ScriptedCommand) => void): void {
  let buffered = ''
  let authentication: string | undefined
  socket.on('data', (chunk: Buffer) => {
    buffered += chunk.toString('latin1')
    for (;;) {
      const end = buffered.indexOf('\r\n')
      if (end === -1) return
      const line = buffered.slice(0, end)
      buffered = buffered.slice(end + 2)
      if (authentication !== undefined) {
        onCommand({ tag: authentication, name: 'PASSWORD', line })
        authentication = undefined
        continue
      }
      const [tag = '', verb = '', second = '', initial] = line.split(' ')
      if (line === 'DONE') {
        // The end of an IDLE has no tag (RFC 2177).
        onCommand({ tag: '', name: 'DONE', line })
        continue
      }
      const name = verb.toUpperCase() === 'UID' ? `UID ${second.toUpperCase()}` : verb.toUpperCase()
      if (name === 'AUTHENTICATE' && initial !== undefined) {
        // The password comes with the command (RFC 4959).
        onCommand({ tag, name: 'PASSWORD', line: initial })
        continue
      }
      if (name === 'AUTHENTICATE') authentication = tag
      onCommand({ tag, name, line })
    }
  })
}
