import { hostname } from 'node:os'
import { MailFault } from '../model/mail-fault.ts'
import { openDialogue, type LineDialogue, type MailServerAddress } from './line-dialogue.ts'

/** What a mail server says before the sign-in. */
export interface ServerExamination {
  /** One line. */
  readonly greeting: string
  /** As offered after STARTTLS where that is configured: upper case, SMTP's with their parameters. */
  readonly capabilities: ReadonlySet<string>
}

/** Queries an IMAP server for its capabilities (RFC 9051 6.1.1). Throws MailFault. */
export async function examineImap(
  server: MailServerAddress,
  timeoutMs: number,
): Promise<ServerExamination> {
  return examine(server, timeoutMs, async (dialogue) => {
    const greeting = await dialogue.hear()
    if (!/^\* (OK|PREAUTH|BYE)\b/i.test(greeting)) throw otherKind('an IMAP', greeting)
    if (/^\* BYE\b/i.test(greeting)) throw unexpected(greeting)
    if (server.tls === 'starttls') {
      await imapCommand(dialogue, 'A STARTTLS').catch(noStartTls)
      await dialogue.startTls()
    }
    const lines = await imapCommand(dialogue, 'B CAPABILITY')
    const listed = lines.find((line) => /^\* CAPABILITY /i.test(line)) ?? ''
    dialogue.say('C LOGOUT')
    return { greeting, capabilities: wordsOf(listed.replace(/^\* CAPABILITY /i, '')) }
  })
}

/** Queries an SMTP server for its extensions (RFC 5321 4.1.1.1). Throws MailFault. */
export async function examineSmtp(
  server: MailServerAddress,
  timeoutMs: number,
): Promise<ServerExamination> {
  return examine(server, timeoutMs, async (dialogue) => {
    const [greeting = ''] = await smtpGreeting(dialogue)
    const hello = async (): Promise<readonly string[]> => {
      dialogue.say(`EHLO ${hostname()}`)
      return smtpReply(dialogue, '250')
    }
    let lines = await hello()
    if (server.tls === 'starttls') {
      dialogue.say('STARTTLS')
      await smtpReply(dialogue, '220').catch(noStartTls)
      await dialogue.startTls()
      lines = await hello()
    }
    dialogue.say('QUIT')
    return { greeting, capabilities: new Set(lines.slice(1).map((line) => line.toUpperCase())) }
  })
}

/** Queries a ManageSieve server for its capabilities, as `SIEVE`, `SASL` and the words of each (RFC 5804 1.7). Throws MailFault. */
export async function examineSieve(
  server: MailServerAddress,
  timeoutMs: number,
): Promise<ServerExamination> {
  return examine(server, timeoutMs, async (dialogue) => {
    let lines = await sieveReply(dialogue, 'a ManageSieve')
    if (server.tls === 'starttls') {
      dialogue.say('STARTTLS')
      await sieveReply(dialogue).catch(noStartTls)
      await dialogue.startTls()
      lines = await sieveReply(dialogue)
    }
    dialogue.say('LOGOUT')
    const unquoted = lines.map((line) => line.replaceAll('"', ''))
    const greeting = unquoted.find((line) => line.startsWith('IMPLEMENTATION ')) ?? ''
    const capabilities = new Set(unquoted.flatMap((line) => [...wordsOf(line)]))
    return { greeting: greeting.replace('IMPLEMENTATION ', ''), capabilities }
  })
}

/** The lines of a response up to its OK. `kind` names the server whose first line it is. */
async function sieveReply(dialogue: LineDialogue, kind?: string): Promise<readonly string[]> {
  const lines: string[] = []
  for (;;) {
    const line = await dialogue.hear()
    if (/^OK\b/i.test(line)) return lines
    if (kind !== undefined && !line.startsWith('"')) throw otherKind(kind, line)
    if (!line.startsWith('"')) throw unexpected(line)
    lines.push(line)
  }
}

async function examine<Result>(
  server: MailServerAddress,
  timeoutMs: number,
  talk: (dialogue: LineDialogue) => Promise<Result>,
): Promise<Result> {
  const dialogue = await openDialogue(server, AbortSignal.timeout(timeoutMs))
  try {
    return await talk(dialogue)
  } finally {
    dialogue.close()
  }
}

async function imapCommand(dialogue: LineDialogue, command: string): Promise<readonly string[]> {
  const tag = command.slice(0, 1)
  dialogue.say(command)
  const lines: string[] = []
  for (;;) {
    const line = await dialogue.hear()
    lines.push(line)
    if (!line.startsWith(`${tag} `)) continue
    if (!line.startsWith(`${tag} OK`)) throw unexpected(line)
    return lines
  }
}

/** Any other reply code is a response of a server of that kind (RFC 5321 4.2). */
async function smtpGreeting(dialogue: LineDialogue): Promise<readonly string[]> {
  const line = await dialogue.hear()
  if (!/^\d{3}[ -]/.test(line)) throw otherKind('a submission', line)
  return readReply(dialogue, '220', line)
}

/** The texts of one reply, which may have several lines (RFC 5321 4.2). */
async function smtpReply(dialogue: LineDialogue, code: string): Promise<readonly string[]> {
  return readReply(dialogue, code, await dialogue.hear())
}

async function readReply(
  dialogue: LineDialogue,
  code: string,
  firstLine: string,
): Promise<readonly string[]> {
  const texts: string[] = []
  for (let line = firstLine; ; line = await dialogue.hear()) {
    if (!line.startsWith(code)) throw unexpected(line)
    texts.push(line.slice(4))
    if (line.charAt(3) !== '-') return texts
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.trim().toUpperCase().split(/\s+/))
}

function otherKind(kind: string, line: string): MailFault {
  return new MailFault(
    'unavailable',
    `it answers, but not as ${kind} server: ${line.slice(0, 200)}`,
  )
}

/** The server has no TLS at this port, or none that is started in plain. */
function noStartTls(error: unknown): never {
  if (!(error instanceof MailFault) || error.code !== 'unavailable') throw error
  const cause = Object.assign(new Error(error.serverText), { code: 'NO_STARTTLS' })
  throw new MailFault('unavailable', `no STARTTLS: ${error.serverText}`, { cause })
}

function unexpected(line: string): MailFault {
  return new MailFault('unavailable', line.slice(0, 200))
}
