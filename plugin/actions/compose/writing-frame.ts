import type { Action } from '../contract/action.ts'
import type { FrameResult } from '../result/result.ts'

/**
 * mail/writing-frame: an empty document for a sandboxed frame, in which the page lets a formatted message be written.
 * Nothing runs in it, and nothing of other servers is loaded.
 */
export const writingFrame: Action<undefined> = {
  method: 'GET',
  async run(_input, { renderer, signal }): Promise<FrameResult> {
    const request = { html: '', inlineImages: new Map<string, string>(), showRemoteContent: false }
    const { html, policy } = await renderer.frame(request, signal)
    return { kind: 'frame', html, policy }
  },
}
