import test from 'ava'
import { checkScript } from '../../../../../proxy/mail/sieve/language/check.ts'
import { parseScript } from '../../../../../proxy/mail/sieve/language/parse.ts'

const extensions = new Set(
  'fileinto reject envelope vacation subaddress comparator-i;ascii-numeric relational regex imap4flags copy include variables body mailbox date index ihave duplicate'.split(
    ' ',
  ),
)

function findingsOf(source: string, has: ReadonlySet<string> = extensions): readonly string[] {
  return checkScript(parseScript(source), has).findings.map(
    ({ line, column, code, subject }) => `${line}:${column} ${code} ${subject}`,
  )
}

for (const [source, ...findings] of [
  ['require "fileinto";\nfileinto "A";'],
  ['fileinto "A";', '1:1 not_required fileinto'],
  ['require "nonsense";\nkeep;', '1:9 unknown_extension nonsense'],
  ['keep;\nrequire "fileinto";', '2:1 misplaced require'],
  ['keep "A";', '1:1 wrong_arguments keep '],
  ['redirect ["a@b.test"];', '1:10 wrong_arguments string'],
  ['redirect :copy "a@b.test";', '1:10 not_required copy'],
  ['kep;', '1:1 unknown_command kep'],
  ['if heeder "a" "b" { keep; }', '1:4 unknown_test heeder'],
  ['if header :contians "a" "b" { keep; }', '1:11 unknown_tag :contians'],
  ['if header :is :contains "a" "b" { keep; }', '1:15 conflicting_tags :contains'],
  ['if header :comparator "i;octet" "a" "b" { keep; }'],
  [
    'if header :comparator "i;ascii-numeric" "a" "b" { keep; }',
    '1:23 not_required comparator-i;ascii-numeric',
  ],
  ['if header :value "gt" "a" "b" { keep; }', '1:11 not_required relational'],
  ['if not header "a" "b" { keep; } elsif true { stop; } else { discard; }'],
  ['keep; else { discard; }', '1:7 misplaced else'],
  ['if true;', '1:1 wrong_arguments {'],
  ['keep { stop; }', '1:1 wrong_arguments ;'],
  ['if { keep; }', '1:1 wrong_arguments test'],
  ['require ["imap4flags"]; addflag "\\\\Seen"; addflag "flags" ["a", "b"];'],
  ['require ["ihave"]; if ihave "copy" { redirect :copy "a@b.test"; }'],
] as const) {
  test(`a check finds ${findings.length} faults in ${JSON.stringify(source)}`, (t) => {
    t.deepEqual(findingsOf(source), findings)
  })
}

test('words that an extension unknown here may bring are not judged', (t) => {
  const source = 'require "vnd.example.pipe";\npipe :try "program";\nkeep :colour "red";'
  const has = new Set(['vnd.example.pipe'])

  t.deepEqual(findingsOf(source, has), [])
  t.deepEqual(checkScript(parseScript(source), has).foreign, ['vnd.example.pipe'])
})
