import test from 'ava'
import { lookAlikeOf } from '../../../../../proxy/address/look-alike.ts'
import { recipientMark } from '../../../../../plugin/web/state/composer/recipient-marks.ts'

const own = ['example.com', 'web.de', 'gmail.com']

for (const domain of [
  'exarnple.com',
  'examp1e.com',
  'ехаmрlе.com',
  'exámple.com',
  'EXAMPLE.co',
  'exmaple.com',
  'exampple.com',
  'exsmple.com',
]) {
  test(`${domain} looks like one of the own domains`, (t) => {
    t.is(lookAlikeOf(domain, own), 'example.com')
  })
}

for (const domain of [
  'example.com',
  'mail.example.com',
  'example.org',
  'sample.com',
  'web.dk',
  'mail.com',
]) {
  test(`${domain} looks like none of the own domains, or is one`, (t) => {
    t.is(lookAlikeOf(domain, own), undefined)
  })
}

test('external are all domains but those that the administrator names, and nobody where none is named', (t) => {
  const domains = { internal: ['example.com'], own: ['example.com'], known: ['shop.test'] }

  t.is(recipientMark('ann@example.com', domains), undefined)
  t.is(recipientMark('ann@mail.EXAMPLE.com', domains), undefined)
  t.deepEqual(recipientMark('ann@shop.test', domains), { kind: 'external' })
  t.deepEqual(recipientMark('ann@new.test', domains), { kind: 'unknown' })
  t.is(recipientMark('ann@new.test', { ...domains, internal: [] }), undefined)
  t.is(recipientMark('ann', domains), undefined)
})

test('what looks like an own domain is marked unless it was written to before', (t) => {
  const domains = { internal: [], own, known: ['examp1e.com'] }

  t.is(recipientMark('ann@examp1e.com', domains), undefined)
  t.deepEqual(recipientMark('ann@exarnple.com', domains), {
    kind: 'lookAlike',
    own: 'example.com',
  })
})
