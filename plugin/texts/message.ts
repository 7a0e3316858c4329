/**
 * Messages of the ICU kind, as far as our texts use it: `{name}` for a text, `{count, number}` for a number in the reader's
 * notation, `{count, plural, =0 {none} one {# message} other {# messages}}` with the plural forms of the language (CLDR).
 */

/** How a language writes what a message is given. */
export interface MessageFormat {
  /** The plural form that a number takes, by CLDR's name. */
  readonly pluralForm: (value: number) => string
  readonly number: (value: number) => string
  /** Sets a text apart from the words around it. */
  readonly isolate: (text: string) => string
}

export type MessageValues = Readonly<Record<string, string | number>>

/** One plural argument; a form may hold arguments, but no further plural. */
const PLURAL = /\{(\w+), plural,((?:[^{}]+\{(?:[^{}]|\{[^{}]*\})*\})+)\}/g
const PLURAL_FORM = /(\S+) \{((?:[^{}]|\{[^{}]*\})*)\}/g
const ARGUMENT = /\{(\w+).*?\}/g

/** The text of a message with these values. */
export function formatMessage(
  message: string,
  values: MessageValues,
  { pluralForm, number, isolate }: MessageFormat,
): string {
  return message
    .replace(PLURAL, (_, name: string, forms: string) => {
      const value = Number(values[name])
      const texts = new Map([...forms.matchAll(PLURAL_FORM)].map(([, form, text]) => [form, text]))
      const text = texts.get(`=${value}`) ?? texts.get(pluralForm(value)) ?? texts.get('other')
      return text?.replaceAll('#', () => number(value)) ?? ''
    })
    .replace(ARGUMENT, (_, name: string) => {
      const value = values[name] ?? ''
      return typeof value === 'number' ? number(value) : isolate(value)
    })
}

/** What a message has to be given, by the name of each argument: read from the English text by the type checker. */
export type ValuesOf<Message extends string> = {
  readonly [Argument in ArgumentsOf<Message> as Argument[0]]: Argument[1]
}

/** Pairs of a name and its type. */
type ArgumentsOf<Message extends string> = Message extends `${string}{${infer Rest}`
  ? Rest extends `${infer Name}}${infer After}`
    ? Name extends `${infer Plural}, plural,${string}`
      ? | [Plural, number]
        | (Rest extends `${string}, plural,${infer Forms}` ? InForms<Forms> : never)
      : | (Name extends `${infer Counted}, number` ? [Counted, number] : [Name, string])
        | ArgumentsOf<After>
    : never
  : never

/** The arguments within the forms of a plural, and after it. */
type InForms<Forms extends string> = Forms extends `${infer Selector}{${infer Text}`
  ? Selector extends `${string}}${string}`
    ? ArgumentsOf<Forms>
    : InForm<Text>
  : never

type InForm<Text extends string> = Text extends `${infer Words}}${infer After}`
  ? Words extends `${string}{${infer Name}`
    ? (Name extends `${infer Counted}, number` ? [Counted, number] : [Name, string]) | InForm<After>
    : InForms<After>
  : never
