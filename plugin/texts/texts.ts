import { formatMessage, type MessageFormat, type MessageValues, type ValuesOf } from './message.ts'

/** Messages as they stand in the file of a language: texts, lists of words, and groups of them. */
export type Messages = string | readonly string[] | { readonly [key: string]: Messages }

/** The messages of another language: the same keys, whatever the words. */
export type Translated<English> = English extends string
  ? string
  : English extends readonly string[]
    ? readonly string[]
    : { readonly [Key in keyof English]: Translated<English[Key]> }

/** What code reads: a message that needs values is a function of them, by name; any other is a text. */
export type Texts<English> = English extends string
  ? string extends English
    ? string
    : keyof ValuesOf<English> extends never
      ? string
      : (values: ValuesOf<English>) => string
  : English extends readonly string[]
    ? readonly string[]
    : { readonly [Key in keyof English]: Texts<English[Key]> }

/**
 * Makes texts of the messages of one language. What comes of them follows from the English ones, so the type is said here; a test
 * holds each language to them (test/plugin/texts/texts.test.ts).
 */
export function createTexts<English>(
  messages: Translated<English>,
  format: MessageFormat,
): Texts<English> {
  return textsOf(messages, format) as Texts<English>
}

function textsOf(messages: Messages, format: MessageFormat): unknown {
  if (typeof messages === 'string') {
    return messages.includes('{')
      ? (values: MessageValues) => formatMessage(messages, values, format)
      : messages
  }
  if (Array.isArray(messages)) return messages
  return Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [key, textsOf(message, format)]),
  )
}
