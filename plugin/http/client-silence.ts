import type { Context } from 'koa'

/**
 * Cuts a client that takes nothing of its answer for so long. Node counts bytes that reach the kernel, so
 * an answer of any length passes while it is read.
 */
export function limitSilence(ctx: Context, silenceMs: number): void {
  // Without a listener Node destroys the socket.
  ctx.res.setTimeout(silenceMs)
}

/**
 * Cuts a client that goes on sending a body which was answered without being read: Node takes the rest
 * of it in, so that the answer is not lost, and would do so for ever.
 */
export function limitUnreadBody({ req, res }: Context, limitMs: number): void {
  res.once('finish', () => {
    if (req.complete) return
    // Whoever refused it stopped reading; the next request of this connection comes behind it.
    req.resume()
    const cutting = setTimeout(() => req.socket.destroy(), limitMs)
    req.once('close', () => clearTimeout(cutting))
  })
}
