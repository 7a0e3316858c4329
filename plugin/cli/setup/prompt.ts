import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandIo } from '../command/command.ts'

/** Asks a user at a terminal, or a script that writes one line per question. */
export interface Prompt {
  say(text: string): void
  /** An empty response is `initial`. Asks again while `fault` names what is wrong with a response. */
  prompt(question: string, options?: PromptOptions): Promise<string>
  /** As `prompt`, and what is typed is not shown. */
  promptSecret(question: string): Promise<string>
  /** One of the values; answered by its number or its name. */
  choose<Value extends string>(
    question: string,
    choices: readonly (readonly [value: Value, meaning: string])[],
    initial: Value,
  ): Promise<Value>
  confirm(question: string, initial: boolean): Promise<boolean>
  close(): void
}

interface PromptOptions {
  readonly initial?: string
  readonly fault?: (typed: string) => string | undefined
}

/** There are no more answers: end of the input, or Ctrl-C. */
export class InputEnded extends Error {
  override readonly name = 'NoMoreAnswers'
}

/** A prompt over the input of a command. Lines that come before their question are stored for it. */
export function createPrompt({ input, write }: Pick<CommandIo, 'input' | 'write'>): Prompt {
  let isHidden = false
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!isHidden) write(chunk.toString())
      done()
    },
  })
  const isTerminal = 'isTTY' in input && input.isTTY === true
  const lines = createInterface({ input, output, terminal: isTerminal })
  const waiting: string[] = []
  let wake = (): void => undefined
  let hasEnded = false
  lines.on('line', (line) => {
    waiting.push(line)
    wake()
  })
  lines.on('SIGINT', () => lines.close())
  lines.on('close', () => {
    hasEnded = true
    wake()
  })

  async function response(question: string, { hides = false } = {}): Promise<string> {
    lines.setPrompt(question)
    if (!hasEnded) lines.prompt()
    isHidden = hides
    try {
      for (;;) {
        const line = waiting.shift()
        if (line !== undefined) return line.trim()
        if (hasEnded) throw new InputEnded('no more answers')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      isHidden = false
      // No one has typed the end of this line where it is seen.
      if (hides || !isTerminal) write('\n')
    }
  }

  async function prompt(
    question: string,
    { initial = '', fault }: PromptOptions = {},
  ): Promise<string> {
    const shown = initial === '' ? '' : ` [${initial}]`
    for (;;) {
      const typed = await response(`${question}${shown}: `)
      const said = typed === '' ? initial : typed
      const problem = fault?.(said)
      if (problem === undefined) return said
      write(`  ${problem}\n`)
    }
  }

  return {
    say: write,
    prompt,
    promptSecret: (question) => response(`${question}: `, { hides: true }),
    async choose(question, choices, initial) {
      write(`${question}\n`)
      for (const [index, [value, meaning]] of choices.entries()) {
        write(`  ${index + 1}  ${value}: ${meaning}\n`)
      }
      const chosen = (said: string) =>
        choices.find(([value], index) => said === value || said === `${index + 1}`)?.[0]
      const typed = await prompt('Number or name', {
        initial,
        fault: (said) => (chosen(said) === undefined ? 'one of these, please' : undefined),
      })
      return chosen(typed) ?? initial
    },
    async confirm(question, initial) {
      const typed = await prompt(`${question} (yes or no)`, {
        initial: initial ? 'yes' : 'no',
        fault: (said) => (/^(y|yes|n|no)$/i.test(said) ? undefined : 'yes or no, please'),
      })
      return /^y/i.test(typed)
    },
    close: () => lines.close(),
  }
}
