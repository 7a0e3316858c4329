import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { CommandIo } from '../command/command.ts'

/** Asks a person at a terminal, or a script that writes one line per question. */
export interface Prompt {
  say(text: string): void
  /** An empty answer is `initial`. Asks again while `fault` names what is wrong with an answer. */
  ask(question: string, options?: AskOptions): Promise<string>
  /** As `ask`, and what is typed is not shown. */
  askSecret(question: string): Promise<string>
  /** One of the values; answered by its number or its name. */
  choose<Value extends string>(
    question: string,
    choices: readonly (readonly [value: Value, meaning: string])[],
    initial: Value,
  ): Promise<Value>
  confirm(question: string, initial: boolean): Promise<boolean>
  close(): void
}

interface AskOptions {
  readonly initial?: string
  readonly fault?: (answer: string) => string | undefined
}

/** There are no more answers: end of the input, or Ctrl-C. */
export class NoMoreAnswers extends Error {
  override readonly name = 'NoMoreAnswers'
}

/** A prompt over the input of a command. Lines that come before their question are kept for it. */
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

  async function answer(question: string, { hides = false } = {}): Promise<string> {
    lines.setPrompt(question)
    if (!hasEnded) lines.prompt()
    isHidden = hides
    try {
      for (;;) {
        const line = waiting.shift()
        if (line !== undefined) return line.trim()
        if (hasEnded) throw new NoMoreAnswers('no more answers')
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      isHidden = false
      // Nobody has typed the end of this line where it is seen.
      if (hides || !isTerminal) write('\n')
    }
  }

  async function ask(question: string, { initial = '', fault }: AskOptions = {}): Promise<string> {
    const shown = initial === '' ? '' : ` [${initial}]`
    for (;;) {
      const typed = await answer(`${question}${shown}: `)
      const said = typed === '' ? initial : typed
      const problem = fault?.(said)
      if (problem === undefined) return said
      write(`  ${problem}\n`)
    }
  }

  return {
    say: write,
    ask,
    askSecret: (question) => answer(`${question}: `, { hides: true }),
    async choose(question, choices, initial) {
      write(`${question}\n`)
      for (const [index, [value, meaning]] of choices.entries()) {
        write(`  ${index + 1}  ${value}: ${meaning}\n`)
      }
      const chosen = (said: string) =>
        choices.find(([value], index) => said === value || said === `${index + 1}`)?.[0]
      const told = await ask('Number or name', {
        initial,
        fault: (said) => (chosen(said) === undefined ? 'one of these, please' : undefined),
      })
      return chosen(told) ?? initial
    },
    async confirm(question, initial) {
      const told = await ask(`${question} (yes or no)`, {
        initial: initial ? 'yes' : 'no',
        fault: (said) => (/^(y|yes|n|no)$/i.test(said) ? undefined : 'yes or no, please'),
      })
      return /^y/i.test(told)
    },
    close: () => lines.close(),
  }
}
