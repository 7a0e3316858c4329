import { ConfigFault } from '../../config/config.ts'
import type { CommandIo } from '../command/command.ts'
import { findingLines, type Finding } from '../../findings/finding.ts'
import { completed, withValues, type Draft } from './draft.ts'
import type { Prompt } from './prompt.ts'
import type { PartValues, Part } from './sections/part.ts'

/** A server of the configuration is waited for so long. */
const TRIAL_MS = 5_000

/** Asks one part, tries the answers at once, and again until they work or someone keeps them as they are. */
export async function tryPart(
  draft: Draft,
  part: Part,
  { prompt, io }: { readonly prompt: Prompt; readonly io: CommandIo },
): Promise<Draft> {
  prompt.say(`\n${part.title}\n`)
  let tried = draft
  for (;;) {
    const answers = await part.prompt(prompt, tried.config, tried.written)
    try {
      tried = withValues(tried, answers)
    } catch (error) {
      if (!(error instanceof ConfigFault)) throw error
      prompt.say(error.problems.map((problem) => `ERROR   ${problem}\n`).join(''))
      continue
    }
    const findings = await examine(tried, { part, answers, io })
    prompt.say(findings.map((finding) => findingLines(finding)).join(''))
    if (!findings.some(({ severity }) => severity === 'error')) return tried
    const next = await prompt.choose(
      'What now?',
      [
        ['correct', 'ask again; what was right stays with an empty answer'],
        ['keep', 'keep it, e.g. because that server is not there yet'],
      ],
      'correct',
    )
    if (next === 'keep') return tried
  }
}

/** Notes are for who keeps an installation; here they would hide what counts. */
async function examine(
  draft: Draft,
  {
    part,
    answers,
    io,
  }: { readonly part: Part; readonly answers: PartValues; readonly io: CommandIo },
): Promise<readonly Finding[]> {
  const { environment, now, version } = io
  const patient = {
    configFile: '',
    config: completed(draft),
    version: await version(),
    endpoint: undefined,
    endpointFault: undefined,
    mailbox: answers.mailbox,
    environment,
    timeoutMs: TRIAL_MS,
    now,
  }
  const findings = await Promise.all(part.checks.map((check) => check(patient)))
  return findings.flat().filter(({ severity }) => severity !== 'note')
}
