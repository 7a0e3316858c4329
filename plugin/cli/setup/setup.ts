import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { EX_CONFIG, EX_NOPERM, EX_UNAVAILABLE } from '../../process/exit-codes.ts'
import { loadConfig } from '../../config/config.ts'
import { firstSettings, INSTALLED_PATHS } from '../../config/first-config.ts'
import { isLoopback } from '../../config/loopback.ts'
import { secretProblems } from '../../config/secrets/secret-problems.ts'
import { readServerPasswords } from '../../config/secrets/server-passwords.ts'
import { INSTALLED_CONFIG, readArguments, UsageFault, type CommandIo } from '../command/command.ts'
import { canWrite, readWritten, writeDraft } from './config-files.ts'
import { completed, draftOf, type Draft } from './draft.ts'
import { createPrompt, InputEnded, type Prompt } from './prompt.ts'
import { imapPart, smtpPart } from './sections/mail-part.ts'
import { panelPart } from './sections/panel-part.ts'
import type { Part } from './sections/part.ts'
import { sievePart } from './sections/sieve-part.ts'
import { databasePart, redisPart } from './sections/store-part.ts'
import { tryPart } from './try-part.ts'

const USAGE = `Usage: postern setup [--config FILE]

  Asks for panel, IMAP, SMTP, ManageSieve, database and Redis, tries each at once, and writes the
  configuration (${INSTALLED_CONFIG} by itself). What FILE has already is what an empty answer means. Passwords of
  database and Redis go to files of their own beside the keys. Nothing is written before the end.
`

const parts: readonly Part[] = [panelPart, imapPart, smtpPart, sievePart, databasePart, redisPart]

/** `postern setup`: writes a configuration by questions and answers. Throws ConfigFault for a file that is none. */
export async function setup(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, { config: { type: 'string' } }, USAGE)
  if (positionals.length > 0) throw new UsageFault(USAGE)
  const file = resolve(values.config ?? INSTALLED_CONFIG)
  if (!(await canWrite(file))) {
    io.complain(`${file} cannot be written: run this as root, or name another file by --config\n`)
    return EX_NOPERM
  }
  const prompt = createPrompt(io)
  try {
    const draft = await promptAll(await startDraft(file), prompt, io)
    if (!(await prompt.confirm(`\nWrite ${file}?`, true))) {
      prompt.say('nothing was written\n')
      return EX_UNAVAILABLE
    }
    await writeDraft(file, draft)
    return await checkWritten(file, draft, io)
  } catch (error) {
    if (!(error instanceof InputEnded)) throw error
    io.complain('\nthere were no more answers: nothing was written\n')
    return EX_UNAVAILABLE
  } finally {
    prompt.close()
  }
}

async function startDraft(file: string): Promise<Draft> {
  const written = await readWritten(file)
  const draft = draftOf(written ?? firstSettings(INSTALLED_PATHS, { panel: 'generic' }), {})
  return { ...draft, passwords: await readServerPasswords(draft.config) }
}

async function promptAll(draft: Draft, prompt: Prompt, io: CommandIo): Promise<Draft> {
  prompt.say(
    'What stands in [brackets] is what an empty answer means. Ctrl-C ends without a change.\n',
  )
  let answered = draft
  for (const part of parts) answered = await tryPart(answered, part, { prompt, io })
  return answered
}

/** As `--check-config`; keys and secrets that the installer makes may be missing yet. */
async function checkWritten(file: string, draft: Draft, io: CommandIo): Promise<number> {
  const config = await loadConfig(file, { ...io.environment, NODE_ENV: 'production' })
  const problems = await secretProblems(config, { areMade: true })
  if (problems.length > 0) {
    io.complain(problems.map((problem) => `${problem}\n`).join(''))
    return EX_CONFIG
  }
  io.write(`${file}: the configuration is valid\n`)
  io.write(nextSteps(draft))
  return 0
}

function nextSteps(draft: Draft): string {
  const isInstalled = existsSync('/opt/postern/current')
  const next = isInstalled
    ? 'Next: systemctl restart postern (after another panel or listen: /opt/postern/current/scripts/install --repair), then postern doctor\n'
    : 'Next: scripts/install of the package, which takes this file\n'
  const hosts = hostsElsewhere(draft)
  if (hosts.length === 0) return next
  return `${next}The unit of Postern reaches this machine only. Let it reach ${hosts.join(', ')}: IPAddressAllow= by systemctl edit postern\n`
}

function hostsElsewhere(draft: Draft): readonly string[] {
  const { imap, smtp, sieve, database, redis, panel } = completed(draft)
  const addresses = [
    ...(database.url.startsWith('sqlite:') ? [] : [database.url]),
    ...(redis !== null && 'url' in redis ? [redis.url] : []),
    ...(panel.adapter === 'http' && panel.http.authUrl !== null ? [panel.http.authUrl] : []),
    ...(panel.upstream === null ? [] : [panel.upstream]),
  ]
  const mailHosts = [imap.host, smtp.host, sieve?.host ?? '']
  const hosts = [...mailHosts, ...addresses.map((address) => new URL(address).hostname)]
  return [...new Set(hosts)].filter((host) => host !== '' && !isLoopback(host))
}
