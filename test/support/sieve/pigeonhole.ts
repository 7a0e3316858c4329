import { spawn } from 'node:child_process'
import { chown, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailOwner } from '../dovecot/config.ts'
import { temporaryDirectory, type Teardown } from '../process/temporary-directory.ts'

/** What Pigeonhole's own programs say that a script does. */
export interface Pigeonhole {
  /**
   * What the script does with each message, a line an action: `sieve-filter` runs it over a mailbox of all of them in one
   * process, hundreds of times faster than `sieve-test` for each, and knows no envelope. undefined: it crashed, as that of
   * Debian 12 does now and then.
   */
  filter(script: string): Promise<readonly string[] | undefined>
  /** The same for one message with an envelope, by `sieve-test`. */
  test(script: string, message: string, envelope: TestEnvelope): Promise<string>
}

interface TestEnvelope {
  readonly from: string
  readonly to: string
}

const EXTENSIONS = '+editheader +spamtest +spamtestplus +virustest +vacation-seconds'

/** A mailbox of these messages, which are whole and have CRLF line ends. */
export async function startPigeonhole(
  t: Teardown,
  messages: readonly Buffer[],
): Promise<Pigeonhole> {
  const directory = await temporaryDirectory(t)
  const mailbox = join(directory, 'Maildir')
  for (const part of ['', 'cur', 'new', 'tmp']) await ownedDirectory(join(mailbox, part))
  await chown(directory, mailOwner.uid, mailOwner.gid)
  await Promise.all(
    messages.map((message, at) => write(join(mailbox, 'cur', fileName(at)), message)),
  )
  const config = join(directory, 'dovecot.conf')
  await writeFile(config, configFor(directory))
  let scripts = 0

  const run = async (
    program: string,
    script: string,
    ...[options, rest]: readonly [readonly string[], readonly string[]]
  ) => {
    scripts += 1
    const file = join(directory, `script${scripts}.sieve`)
    await write(file, script)
    const args = ['-c', config, '-x', EXTENSIONS, '-C', ...options, file, ...rest]
    return output(directory, program, args)
  }
  return {
    filter: async (script) => {
      const { text, code } = await run('sieve-filter', script, [], ['INBOX'])
      if (code === null) return undefined
      if (code !== 0) throw new Error(`exit code ${String(code)}: ${text.slice(-2_000)}`)
      return text.split('>> Filtering message:').slice(1).map(actionsIn)
    },
    test: async (script, message, { from, to }) => {
      const file = join(directory, 'message.eml')
      await write(file, message)
      const { text } = await run('sieve-test', script, ['-f', from, '-r', to, '-a', to], [file])
      if (!/Performed actions|final result/.test(text)) throw new Error(text)
      return actionsIn(text)
    },
  }
}

function configFor(directory: string): string {
  return `
base_dir = ${directory}/run
state_dir = ${directory}/state
log_path = ${directory}/log
ssl = no
mail_location = maildir:${directory}/Maildir
mail_uid = ${mailOwner.uid}
mail_gid = ${mailOwner.gid}
first_valid_uid = 1
first_valid_gid = 1
namespace inbox {
  inbox = yes
  separator = .
}
plugin {
  sieve = ${directory}/active.sieve
}
`
}

async function ownedDirectory(path: string) {
  await mkdir(path, { recursive: true })
  await chown(path, mailOwner.uid, mailOwner.gid)
}

async function write(path: string, content: string | Buffer) {
  await writeFile(path, content)
  await chown(path, mailOwner.uid, mailOwner.gid)
}

/** Maildir's order is that of the number in front. */
function fileName(at: number): string {
  return `${1_000_000_000 + at}.${at}.test:2,${isSeen(at) ? 'S' : ''}`
}

/** Whether the message of that number has the flag `\\Seen`. */
export function isSeen(at: number): boolean {
  return at % 4 === 3
}

function output(
  directory: string,
  program: string,
  args: readonly string[],
): Promise<{ readonly text: string; readonly code: number | null }> {
  // One pipe for both, so that an error stands at the message it belongs to.
  const child = spawn('sh', ['-c', 'exec "$0" "$@" 2>&1', program, ...args], {
    cwd: directory,
    uid: mailOwner.uid,
    gid: mailOwner.gid,
    env: { PATH: process.env['PATH'], HOME: directory, USER: 'mail', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ text: Buffer.concat(chunks).toString(), code }))
  })
}

/** The actions of one message, in words that do not depend on which program said them. */
function actionsIn(text: string): string {
  if (/execution failed|final result: failed/.test(text)) return 'failed'
  const actions: string[] = []
  const stored = new Set<string>()
  let isImplicit = false
  for (const line of text.split('\n')) {
    if (line.startsWith('Implicit keep:')) isImplicit = true
    const [, action] = /^ \* (.*)$/.exec(line) ?? []
    const [, flags] = /^ {8}\+ add IMAP flags: (.*)$/.exec(line) ?? []
    if (action !== undefined && action !== 'discard') {
      // The implicit keep stores no second copy where the script has stored one.
      if (isImplicit && stored.has(action)) break
      stored.add(action)
      actions.push(action.trimEnd())
    }
    if (flags !== undefined) {
      const sorted = [...new Set(flags.toLowerCase().split(' ').filter(Boolean))].sort().join(' ')
      if (sorted !== '') actions.push(`${actions.pop() ?? ''} [${sorted}]`)
    }
  }
  return actions.join('\n')
}
