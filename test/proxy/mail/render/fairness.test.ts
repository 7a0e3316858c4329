import test from 'ava'
import { createRenderer } from '../../../../proxy/mail/render/create-renderer.ts'
import { RenderFault, type FrameRequest } from '../../../../proxy/mail/render/renderer.ts'

const { signal } = new AbortController()
const heavy = `<table>${'<tr><td style="color:red">cell</td></tr>'.repeat(200)}</table>`

function request(html: string): FrameRequest {
  return { html, inlineImages: new Map(), showRemoteContent: false }
}

test('the heavy bodies of one person do not keep another waiting', async (t) => {
  const renderer = createRenderer({ workers: 1, timeoutMs: 60_000, startTimeoutMs: 600_000 })
  t.teardown(() => renderer.close())
  const ended: string[] = []
  const frame = (person: string, html: string) =>
    renderer
      .of(person)
      .frame(request(html), signal)
      .then(() => ended.push(person))

  const many = Array.from({ length: 6 }, () => frame('ada', heavy))
  await Promise.all([...many, frame('bea', '<p>short</p>')])

  t.true(ended.indexOf('bea') <= 2, ended.join())
})

test('one person never has all workers', async (t) => {
  const renderer = createRenderer({ workers: 2, timeoutMs: 60_000, startTimeoutMs: 600_000 })
  t.teardown(() => renderer.close())
  const ended: string[] = []
  const frame = (person: string, html: string) =>
    renderer
      .of(person)
      .frame(request(html), signal)
      .then(() => ended.push(person))
  await Promise.all([frame('ada', 'x'), frame('bea', 'x')])

  const many = Array.from({ length: 4 }, () => frame('ada', heavy))
  await Promise.all([...many, frame('bea', '<p>short</p>')])

  t.true(ended.slice(2).indexOf('bea') <= 1, ended.join())
})

test('a person has a bounded number of bodies that wait, and is told to come again', async (t) => {
  const renderer = createRenderer({
    workers: 1,
    timeoutMs: 60_000,
    startTimeoutMs: 600_000,
    maxWaitingPerPerson: 2,
  })
  t.teardown(() => renderer.close())
  const frame = (person: string) => renderer.of(person).frame(request('<p>x</p>'), signal)

  const many = await Promise.allSettled([
    ...Array.from({ length: 6 }, () => frame('ada')),
    frame('bea'),
  ])

  const faults = many.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  t.deepEqual(
    faults.map((fault) => fault instanceof RenderFault && fault.code),
    ['busy', 'busy', 'busy'],
  )
  t.is(many.at(-1)?.status, 'fulfilled')
})

test('a body that waits longer than it may is told apart from one that is too heavy', async (t) => {
  const renderer = createRenderer({ workers: 1, timeoutMs: 60_000, startTimeoutMs: 1 })
  t.teardown(() => renderer.close())

  const waiting = renderer.frame(request('<p>x</p>'), signal)

  await t.throwsAsync(waiting, { instanceOf: RenderFault, code: 'busy' })
})

test('a body over its size is too heavy, and not only for now', async (t) => {
  const renderer = createRenderer({ maxHtmlBytes: 10 })
  t.teardown(() => renderer.close())

  const refused = renderer.frame(request('<p>more than ten bytes</p>'), signal)

  await t.throwsAsync(refused, { instanceOf: RenderFault, code: 'too_heavy' })
})
