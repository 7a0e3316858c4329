/** Every message of a file by its path, e.g. `page.searchScopes.from`. Lists of words are no messages. */
export function messagesIn(texts: object, path = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, text]: [string, unknown]) => {
      if (typeof text === 'string') return [[path + key, text] as const]
      const isGroup = typeof text === 'object' && text !== null && !Array.isArray(text)
      return isGroup ? [...messagesIn(text, `${path}${key}.`)] : []
    }),
  )
}

type MessagesByPath = ReadonlyMap<string, string>

/** What is wrong with the messages of a language, beside the English ones: a line each, which starts with the path. */
export function faultsOf(
  english: MessagesByPath,
  messages: MessagesByPath,
  language: string,
): readonly string[] {
  const missing = [...english.keys()].filter((path) => !messages.has(path))
  const superfluous = [...messages.keys()].filter((path) => !english.has(path))
  const wrong = [...messages].flatMap(([path, message]) => {
    const source = english.get(path)
    return source === undefined
      ? []
      : messageFaults(message, source, language).map((fault) => `${path}: ${fault}`)
  })
  return [
    ...missing.map((path) => `${path}: missing`),
    ...superfluous.map((path) => `${path}: not in English`),
    ...wrong,
  ]
}

const PLURAL = /\{(\w+), plural,((?: \S+ \{(?:[^{}]|\{[^{}]*\})*\})+)\}/g
const FORM = /(\S+) \{((?:[^{}]|\{[^{}]*\})*)\}/g
const ARGUMENT = /\{(\w+)(?:, number)?\}/g

function messageFaults(message: string, source: string, language: string): readonly string[] {
  const [values, wanted] = [valuesIn(message), valuesIn(source)].map((names) => names.join(', '))
  return [
    ...(bare(message) === '' ? [] : ['braces that belong to nothing']),
    ...(message.includes("'{") || message.includes("'#")
      ? ['an apostrophe before a brace: write ’']
      : []),
    ...(message === '' || message !== message.trim()
      ? ['begins or ends with a space, or is empty']
      : []),
    ...[...message.matchAll(PLURAL)].flatMap(([, name, forms]) =>
      formFaults(
        [...(forms ?? '').matchAll(FORM)].map(([, form]) => form ?? ''),
        language,
      ).map((fault) => `{${name}, plural} ${fault}`),
    ),
    ...(values === wanted ? [] : [`values ${values}; in English ${wanted}`]),
  ]
}

/** What is left of the braces without those of arguments. */
function bare(message: string): string {
  const text = message.replaceAll(PLURAL, (_, __, forms: string) =>
    [...forms.matchAll(FORM)].map(([, , args]) => args).join(' '),
  )
  return text.replaceAll(ARGUMENT, '').replaceAll(/[^{}]/g, '')
}

function valuesIn(message: string): readonly string[] {
  const names = [...message.matchAll(/\{(\w+)(?=\}|, (?:plural,|number\}))/g)]
    // A form of one word looks like an argument.
    .filter(({ index }) => !/ (?:=\d+|zero|one|two|few|many|other) $/.test(message.slice(0, index)))
    .map(([, name]) => name ?? '')
  return [...new Set(names)].sort()
}

function formFaults(forms: readonly string[], language: string): readonly string[] {
  const rules = new Intl.PluralRules(language)
  const known = new Set<string>(rules.resolvedOptions().pluralCategories)
  // French and others have a form for whole millions, which need not be written.
  const needed = new Set<string>([...Array(1_000).keys()].map((value) => rules.select(value)))
  const missing = [...needed.add('other')].filter((form) => !forms.includes(form))
  const unknown = forms.filter((form) => !form.startsWith('=') && !known.has(form))
  return [
    ...(missing.length === 0 ? [] : [`lacks ${missing.join(', ')}`]),
    ...unknown.map((form) => `has ${form}, which ${language} has not`),
  ]
}
