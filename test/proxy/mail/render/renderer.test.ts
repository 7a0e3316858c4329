import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import test from 'ava'
import {
  createRenderer,
  type RendererOptions,
} from '../../../../proxy/mail/render/create-renderer.ts'
import {
  RenderFault,
  type FrameRequest,
  type Renderer,
} from '../../../../proxy/mail/render/renderer.ts'
import { eventually } from '../../../support/database/rows.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

/** Sixty seconds to start and to work: only tests about a limit set one that can be reached. */
function rendererFor(t: Teardown, limits: RendererOptions = {}): Renderer {
  const renderer = createRenderer({
    workers: 1,
    timeoutMs: 60_000,
    startTimeoutMs: 60_000,
    ...limits,
  })
  t.teardown(() => renderer.close())
  return renderer
}

function request(html: string): FrameRequest {
  return { html, inlineImages: new Map(), showRemoteContent: false }
}

function neverAborted(): AbortSignal {
  return new AbortController().signal
}

test.serial('a body comes back as a whole document with its policy', async (t) => {
  const renderer = rendererFor(t)

  const frame = await renderer.frame(request('<p onclick=x>Hello</p>'), neverAborted())

  t.regex(frame.html, /^<!doctype html><html dir="auto"><head><meta charset="utf-8">/)
  t.true(frame.html.includes('<body><p>Hello</p></body>'))
  t.is(
    frame.policy,
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  )
})

test.serial('an empty body waits for no worker', async (t) => {
  const renderer = rendererFor(t, { timeoutMs: 1, startTimeoutMs: 1 })

  const { html } = await renderer.frame(request(''), neverAborted())

  t.true(html.endsWith('<body></body></html>'))
})

test.serial('the policy lets remote images in only when the reader asked for them', async (t) => {
  const renderer = rendererFor(t)

  const shown = await renderer.frame({ ...request('x'), showRemoteContent: true }, neverAborted())

  t.true(shown.policy.includes('img-src data: https:;'))
})

test.serial('the text of a body has its words and links and nothing else', async (t) => {
  const renderer = rendererFor(t)

  const { text } = await renderer.textOf(
    '<title>t</title><style>p{}</style><script>1</script><p>Hello <b>you</b></p><a href="https://x.test">x</a><img src=y>',
    neverAborted(),
  )

  t.is(text, 'Hello you\n\nx [https://x.test]')
})

test.serial(
  'the rows of a table are lines of their own, and its cells do not run together',
  async (t) => {
    const renderer = rendererFor(t)
    const row = (...cells: readonly string[]) =>
      `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

    const { text } = await renderer.textOf(
      `<table><tr><th>Item</th><th>Price</th></tr>${row('Tea', '3 EUR')}${row('<p>Sum</p>', '3 EUR')}</table>`,
      neverAborted(),
    )

    t.is(text, 'Item Price\nTea 3 EUR\n\nSum\n\n3 EUR')
  },
)

const explosions: readonly [name: string, html: string][] = [
  ['nested 200,000 deep', '<div>'.repeat(200_000)],
  ['of half a million elements', '<i>'.repeat(10) + '<b></b>'.repeat(290_000)],
  ['with a style of nested brackets', `<p style="width:${'('.repeat(8_000)}">x</p>`],
  ['with formatting that multiplies', '<b><i><u><s><p>'.repeat(20_000)],
]

for (const [name, html] of explosions) {
  test.serial(`a body ${name} ends as RenderFault and the next one is rendered`, async (t) => {
    const renderer = rendererFor(t, { timeoutMs: 1_000 })

    await t.throwsAsync(renderer.frame(request(html), neverAborted()), { instanceOf: RenderFault })
    // On a busy machine the first body of a new worker may pass this short limit, too.
    const next = await eventually(
      () => renderer.frame(request('<p>next</p>'), neverAborted()).catch(() => undefined),
      (frame) => frame !== undefined,
    )

    t.true(next?.html.includes('<p>next</p>'))
  })
}

test.serial('a body that needs more memory than a worker has ends as RenderFault', async (t) => {
  const renderer = rendererFor(t, { memoryMiB: 96 })
  const row = '<tr><td style="color:red"><a href="https://x.test">x</a></td></tr>'

  const fault = await t.throwsAsync(
    renderer.frame(request(`<table>${row.repeat(30_000)}`), neverAborted()),
    { instanceOf: RenderFault },
  )
  const next = await renderer.frame(request('<p>next</p>'), neverAborted())

  t.like(fault.cause, { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  t.true(next.html.includes('<p>next</p>'))
})

test.serial('a huge style sheet is left out and the mail is still shown', async (t) => {
  const renderer = rendererFor(t)
  const style = 'a b c d e { color: red }'.repeat(40_000)

  const frame = await renderer.frame(request(`<style>${style}</style><p>x</p>`), neverAborted())

  t.true(frame.html.includes('<p>x</p>'))
})

test.serial('a body above the limit is refused before any work', async (t) => {
  const renderer = rendererFor(t, { maxHtmlBytes: 1_000 })

  const fault = await t.throwsAsync(renderer.frame(request('ü'.repeat(501)), neverAborted()), {
    instanceOf: RenderFault,
  })

  t.is(fault.message, 'The body is larger than 1000 bytes')
})

test.serial('the text of a body is all of it, or is refused', async (t) => {
  const renderer = rendererFor(t, { maxHtmlBytes: 1_000_000, timeoutMs: 60_000 })
  const lines = Array.from({ length: 40_000 }, (_, line) => `line ${line}<br>`).join('')

  const { text } = await renderer.textOf(lines, neverAborted())

  t.true(lines.length > 512 * 1024)
  t.true(text.startsWith('line 0\nline 1\n'))
  t.true(text.trimEnd().endsWith('line 39999'))
  const tooLong = renderer.textOf(lines + lines, neverAborted())
  t.like(await t.throwsAsync(tooLong, { instanceOf: RenderFault }), { code: 'too_heavy' })
})

test.serial('the text of a body says where words are missing that stand too deep', async (t) => {
  const renderer = rendererFor(t, { timeoutMs: 60_000 })
  const nested = (depth: number) => `One ${'<div>'.repeat(depth)}two${'</div>'.repeat(depth)}`

  t.like(await renderer.textOf(nested(100), neverAborted()), { text: 'One\ntwo', isCut: false })
  t.like(await renderer.textOf(nested(300), neverAborted()), { text: 'One\n…', isCut: true })
  t.like(await renderer.textOf('One …\ufdd0', neverAborted()), { text: 'One …', isCut: false })
})

test.serial('the caller who leaves gets their own reason back', async (t) => {
  const renderer = rendererFor(t)
  const reason = new Error('gone')

  await t.throwsAsync(renderer.frame(request('<div>'.repeat(50_000)), AbortSignal.abort(reason)), {
    is: reason,
  })
})

test.serial('the caller who leaves costs the next one no new worker', async (t) => {
  const renderer = rendererFor(t, { workers: 1 })
  await renderer.frame(request('<p>Hello</p>'), neverAborted())
  const workers: unknown[] = []
  const note = (worker: unknown) => workers.push(worker)
  process.on('worker', note)
  t.teardown(() => process.off('worker', note))

  const leaving = new AbortController()
  const left = renderer.frame(request('<div>'.repeat(1_000)), leaving.signal)
  leaving.abort(new Error('gone'))
  await t.throwsAsync(left, { message: 'gone' })
  await renderer.frame(request('<p>Hello again</p>'), neverAborted())

  t.is(workers.length, 0)
})

test.serial('bodies above the queue are refused at once', async (t) => {
  const renderer = rendererFor(t, { maxWaiting: 1 })

  const outcomes = await Promise.allSettled(
    Array.from({ length: 4 }, () => renderer.frame(request('x'), neverAborted())),
  )

  t.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'rejected'],
  )
})

test.serial(
  'a warmed renderer has its worker before the first body comes, and no second one for it',
  async (t) => {
    const renderer = rendererFor(t)
    const workers: unknown[] = []
    const note = (worker: unknown) => workers.push(worker)
    process.on('worker', note)
    t.teardown(() => process.off('worker', note))

    const started = once(process, 'worker')
    renderer.warm()
    renderer.warm()
    await started
    await renderer.frame(request('<p>Hello</p>'), neverAborted())

    t.is(workers.length, 1)
  },
)

/** Tells the workers that start from now on, and each time somebody ends. */
function watchWorkers(t: Teardown): { readonly started: readonly Worker[]; ended(): number } {
  const started: Worker[] = []
  let ended = 0
  const note = (worker: Worker) => {
    started.push(worker)
    worker.once('exit', () => {
      ended += 1
    })
  }
  process.on('worker', note)
  t.teardown(() => {
    process.off('worker', note)
  })
  return { started, ended: () => ended }
}

const unlimited = { maxBytes: Number.MAX_SAFE_INTEGER, residentBytes: () => 0 }

test.serial('a worker stays while somebody needs it and goes after that', async (t) => {
  const workers = watchWorkers(t)
  let isNeeded = true
  let asked = 0
  const ask = () => {
    asked += 1
    return isNeeded
  }
  rendererFor(t, { idleMs: 300, keep: { ...unlimited, isNeeded: ask } })
  await eventually(
    async () => workers.started.length,
    (count) => count > 0,
  )

  const before = asked
  // Ten times a third of the time after which a worker without work ends.
  await eventually(
    async () => asked,
    (count) => count >= before + 10,
  )
  t.is(workers.ended(), 0)

  isNeeded = false
  await eventually(
    async () => workers.ended(),
    (count) => count > 0,
  )
  t.is(workers.started.length, 1)
})

test.serial('a kept worker that was killed is there again before the next body', async (t) => {
  const workers = watchWorkers(t)
  const renderer = rendererFor(t, {
    timeoutMs: 1_000,
    idleMs: 300,
    keep: { ...unlimited, isNeeded: () => true },
  })
  const deep = '<div>'.repeat(200_000)
  await t.throwsAsync(renderer.frame(request(deep), neverAborted()), { instanceOf: RenderFault })

  const count = await eventually(
    async () => workers.started.length,
    (started) => started > 1,
  )

  t.true(count > 1)
})

test.serial('no worker is kept above the memory for it', async (t) => {
  const workers = watchWorkers(t)
  let bytes = 0
  let asked = 0
  rendererFor(t, {
    idleMs: 300,
    keep: {
      maxBytes: 1024 ** 3,
      isNeeded: () => true,
      residentBytes: () => {
        asked += 1
        return bytes
      },
    },
  })
  await eventually(
    async () => workers.started.length,
    (count) => count > 0,
  )
  bytes = 1024 ** 3 + 1

  await eventually(
    async () => workers.ended(),
    (count) => count > 0,
  )
  // Without the worker there is more room, but not for another one.
  bytes = 1024 ** 3 - 85 * 1024 ** 2
  const before = asked
  await eventually(
    async () => asked,
    (count) => count >= before + 3,
  )

  t.is(workers.started.length, 1)
})
