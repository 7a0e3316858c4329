/** A file that is as hard to read as its size allows, by what it is made of. */
export interface HostileFile {
  readonly what: string
  /** About as many bytes. */
  readonly make: (bytes: number) => Buffer
}

function repeated(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / text.length)))
}

function counted(bytes: number, one: (at: number) => string): string {
  const count = Math.max(1, Math.floor(bytes / one(100_000).length))
  return Array.from({ length: count }, (_, at) => one(at)).join('')
}

function card(...lines: readonly string[]): string {
  return ['BEGIN:VCARD', 'VERSION:3.0', ...lines, 'END:VCARD', ''].join('\n')
}

const file = (what: string, make: (bytes: number) => string): HostileFile => ({
  what,
  make: (bytes) => Buffer.from(make(bytes)),
})

/** Those of which one has taken the square of its length before come first. */
export const hostileFiles: readonly HostileFile[] = [
  file('groups of one contact', (bytes) =>
    [
      card('FN:Ada', 'UID:a'),
      counted(bytes, (at) => card('KIND:group', `FN:Group ${at}`, 'MEMBER:urn:uuid:a')),
    ].join(''),
  ),
  file('a record within quotation marks', (bytes) => `Name,Notes\nBob,"${repeated('x\n', bytes)}"`),
  file('entries of a directory', (bytes) =>
    counted(bytes, (at) => `dn: cn=${at}\ncn: Ada ${at}\nmail: a${at}@x.test\n\n`),
  ),
  file('parameters', (bytes) =>
    card('FN:Ada', ...Array<string>(Math.floor(bytes / 2_000)).fill(`TEL${';'.repeat(1_990)}:1`)),
  ),
  file('categories', (bytes) => card('FN:Ada', `CATEGORIES:${counted(bytes, (at) => `g${at},`)}`)),
  file('components', (bytes) => card(`N:Ada${repeated(';', bytes)}`)),
  file('folds', (bytes) => card(`NOTE:a\n${repeated(' \n', bytes)}`, 'FN:Ada')),
  file('cards that do not end', (bytes) => repeated('BEGIN:VCARD\nFN:Ada\n', bytes)),
  file('agents within agents', (bytes) =>
    card('FN:Ada', repeated('AGENT:\nBEGIN:VCARD\nFN:B\n', bytes)),
  ),
  file('soft breaks', (bytes) =>
    card('FN:Ada', `NOTE;ENCODING=QUOTED-PRINTABLE:${repeated('=\n', bytes)}`),
  ),
  file('escapes', (bytes) => card('FN:Ada', `NOTE:${repeated('\\n\\,', bytes)}`)),
  file('addresses of one contact', (bytes) =>
    card('FN:Ada', `EMAIL:${counted(bytes, (at) => `a${at}@x.test\\,`)}`),
  ),
  file('cards', (bytes) => counted(bytes, (at) => card(`FN:Ada ${at}`, `EMAIL:a${at}@x.test`))),
  file(
    'quotation marks without an end',
    (bytes) => `Name\n${counted(bytes, (at) => `"A ${at}\n`)}`,
  ),
  file('columns', (bytes) => `Name${repeated(',', bytes)}\nAda\n`),
  file('cells', (bytes) => `Name\n${repeated(`Ada${','.repeat(900)}\n`, bytes)}`),
  file('rows', (bytes) => `Name,E-mail\n${counted(bytes, (at) => `A ${at},a${at}@x.test\n`)}`),
  file('addresses in one line', (bytes) => counted(bytes, (at) => `a${at}@x.test, `)),
  file('brackets that do not close', (bytes) => `ada@x.test\n${repeated('<"(', bytes)}`),
  file(
    'lines of a record of a directory',
    (bytes) => `dn: cn=a\n${repeated('mail: a@x.test\n', bytes)}`,
  ),
  file(
    'members of a group of a directory',
    (bytes) =>
      `dn: cn=a\nobjectclass: groupOfNames\ncn: a\n${counted(bytes, (at) => `member: cn=${at}\n`)}`,
  ),
  {
    what: 'bytes of no charset',
    make: (bytes) => Buffer.concat([Buffer.from('Name\n'), Buffer.alloc(bytes, 0xe4)]),
  },
  { what: 'line ends of an old Mac', make: (bytes) => Buffer.alloc(bytes, '\r') },
]
