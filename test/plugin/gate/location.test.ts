import test from 'ava'
import fc from 'fast-check'
import { parseLocation, parseQuery } from '../../../plugin/gate/location.ts'
import { Refusal } from '../../../plugin/http/refusal.ts'

const rules = { letters: 'cpsess', app: 'roundcube' }
const MOUNT = '/cpsess0228251236/3rdparty/roundcube/'

test('the mount and index.php are the one script', (t) => {
  t.is(parseLocation(MOUNT, rules)?.file, 'script')
  t.is(parseLocation(`${MOUNT}index.php`, rules)?.file, 'script')
  t.is(parseLocation(`${MOUNT}?_task=mail`, rules)?.file, 'script')
})

test('the segment is text, with its leading zero', (t) => {
  const location = parseLocation(`${MOUNT}index.php`, rules)

  t.is(location?.segment.digits, '0228251236')
  t.is(location?.segment.path, '/cpsess0228251236')
  t.is(location?.mount, MOUNT)
})

test('the query is read without touching the path', (t) => {
  const target = `${MOUNT}index.php?_mbox=Gel%C3%B6scht%2Falt&_page=2`
  const query = parseQuery(target)

  t.is(parseLocation(target, rules)?.file, 'script')
  t.is(query.get('_mbox'), 'Gelöscht/alt')
  t.is(query.get('_page'), '2')
})

test('a file under postern/ is one of our own assets', (t) => {
  t.deepEqual(parseLocation(`${MOUNT}postern/app-1a2b.js`, rules)?.file, { asset: 'app-1a2b.js' })
})

test('any other plain file belongs to a webmail behind us', (t) => {
  t.deepEqual(parseLocation(`${MOUNT}skins/elastic/ui.js?s=1`, rules)?.file, {
    other: 'skins/elastic/ui.js',
  })
})

test('paths of the panel are not ours', (t) => {
  const paths = [
    '/',
    '/login/?login_only=1',
    '/cpsess1234567890/frontend/jupiter/index.html',
    '/cpsess1234567890/3rdparty/phpMyAdmin/index.php',
    '/cpsess1234567890/3rdparty/roundcube2/index.php',
    '/cpsess123/execute/Email/list_pops',
    '/webmail?goto=/3rdparty/roundcube/index.php',
  ]
  for (const path of paths) t.is(parseLocation(path, rules), undefined, path)
})

test('a configured name of letters and application is respected', (t) => {
  const other = { letters: 'sess', app: 'mail-2' }

  t.is(parseLocation('/sess0000000000/3rdparty/mail-2/', other)?.segment.digits, '0000000000')
  t.is(parseLocation(MOUNT, other), undefined)
})

test('every ten digits are accepted and returned unchanged', (t) => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{10}$/), (digits) => {
      const location = parseLocation(`/cpsess${digits}/3rdparty/roundcube/index.php`, rules)
      return location?.segment.digits === digits
    }),
  )
  t.pass()
})

test('any other segment in front of the webmail path is refused', (t) => {
  const segment = fc
    .string({ unit: 'binary', maxLength: 24 })
    .filter((text) => !/^cpsess[0-9]{10}$/.test(text) && !/[/?]/.test(text))
  fc.assert(
    fc.property(segment, (text) => isRefused(`/${text}/3rdparty/roundcube/index.php`)),
    { numRuns: 2_000 },
  )
  t.pass()
})

test('one changed character never makes another path the script', (t) => {
  const path = `${MOUNT}index.php`
  const change = fc.record({
    at: fc.nat({ max: path.length - 1 }),
    by: fc
      .string({ minLength: 0, maxLength: 3, unit: 'binary' })
      .filter((text) => !text.includes('?')),
  })
  fc.assert(
    fc.property(change, ({ at, by }) => {
      const changed = path.slice(0, at) + by + path.slice(at + 1)
      const file = readFile(changed)
      return (
        file !== 'script' || /^\/cpsess[0-9]{10}\/3rdparty\/roundcube\/(index\.php)?$/.test(changed)
      )
    }),
    { numRuns: 2_000 },
  )
  t.pass()
})

test('a target is answered or refused, whatever it is', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readFile(`/${text}`)
      return true
    }),
  )
  t.notThrows(() => readFile('/'))
})

function readFile(url: string) {
  try {
    return parseLocation(url, rules)?.file
  } catch (error) {
    if (error instanceof Refusal) return 'refused'
    throw error
  }
}

function isRefused(url: string): boolean {
  return readFile(url) === 'refused'
}
