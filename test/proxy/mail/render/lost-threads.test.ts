import type { Worker } from 'node:worker_threads'
import test from 'ava'
import { failureOf } from '../../../../plugin/response/failure.ts'
import { createRenderer } from '../../../../proxy/mail/render/create-renderer.ts'
import { RenderFault, type FrameRequest } from '../../../../proxy/mail/render/renderer.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

const request: FrameRequest = {
  html: '<p>Hello</p>',
  inlineImages: new Map(),
  showRemoteContent: false,
}

/** A renderer whose first threads end before they are ready. */
function rendererThatLoses(t: Teardown, threads: number) {
  const reports: unknown[] = []
  const started: Worker[] = []
  const endFirst = (worker: Worker) => {
    started.push(worker)
    if (started.length <= threads) void worker.terminate()
  }
  process.on('worker', endFirst)
  t.teardown(() => {
    process.off('worker', endFirst)
  })
  const renderer = createRenderer({
    workers: 1,
    timeoutMs: 60_000,
    startTimeoutMs: 600_000,
    reportLostThread: (cause) => reports.push(cause),
  })
  t.teardown(() => renderer.close())
  return { renderer, reports, started }
}

test.serial(
  'a thread that ends before it is ready is told, and another one is started',
  async (t) => {
    const { renderer, reports, started } = rendererThatLoses(t, 1)

    const frame = await renderer.frame(request, new AbortController().signal)

    t.true(frame.html.includes('<p>Hello</p>'))
    t.is(reports.length, 1)
    t.is(started.length, 2)
  },
)

test.serial(
  'a body for which two threads ended is a fault of its own, with one line',
  async (t) => {
    const { renderer, reports } = rendererThatLoses(t, 2)

    const fault = await t.throwsAsync(renderer.frame(request, new AbortController().signal), {
      instanceOf: RenderFault,
    })
    const next = await renderer.frame(request, new AbortController().signal)

    t.is(fault.code, 'no_thread')
    const { refusal, logged } = failureOf(fault, '192.0.2.1', '')
    t.is(refusal.code, 'render_failed')
    t.is(refusal.retryAfterSeconds, 2)
    t.deepEqual(logged, {
      kind: 'PHP',
      message: 'render_failed: This message could not be prepared just now. Try again in a moment.',
    })
    t.is(reports.length, 2)
    t.true(next.html.includes('<p>Hello</p>'), 'the next body has a thread again')
  },
)

test.serial(
  'a thread that has too little memory to be ready is told with its reason',
  async (t) => {
    const reports: unknown[] = []
    const renderer = createRenderer({
      memoryMiB: 32,
      startTimeoutMs: 600_000,
      reportLostThread: (cause) => reports.push(cause),
    })
    t.teardown(() => renderer.close())

    await t.throwsAsync(renderer.frame(request, new AbortController().signal), {
      instanceOf: RenderFault,
    })

    t.like(reports[0], { code: 'ERR_WORKER_OUT_OF_MEMORY' })
  },
)
