import { randomBytes } from 'node:crypto'
import type Router from '@koa/router'
import type { Context } from 'koa'
import rawBody from 'raw-body'
import { z } from 'zod'
import { isSameSecret } from '../http/same-secret.ts'
import type { Administration } from './administration.ts'
import { authenticate, onlyAdmin } from './authenticate.ts'
import { renderStatusPage } from './status/page.ts'
import { statusStyle } from './status/style.ts'

const statusQuery = z.object({ user: z.string().trim().max(320).default('') })
const endForm = z.strictObject({ token: z.string(), user: z.string().min(1).max(320) })
const switchForm = z.strictObject({
  token: z.string(),
  action: z.string().max(32),
  to: z.enum(['on', 'off']),
})

const MAX_FORM_BYTES = 4_096

/** The status page, and what its forms do: each action is audited, and the page shows what is so afterwards. */
export function addStatusPage(router: Router, administration: Administration, token: string): void {
  /** In the forms of the status page: who only makes a browser send something has not read it there. */
  const formToken = randomBytes(32).toString('base64url')
  router.get('/', onlyAdmin(token), async (ctx) => {
    const query = statusQuery.safeParse(ctx.query)
    if (!query.success) {
      ctx.status = 400
      return
    }
    const { user } = query.data
    const status = await administration.status(user === '' ? undefined : user)
    ctx.type = 'html'
    ctx.body = renderStatusPage(status, formToken)
  })
  const authenticated = authenticate(token)
  router.post('/status/end-sessions', authenticated, async (ctx) => {
    const form = endForm.safeParse(await readForm(ctx, formToken))
    if (!form.success) {
      ctx.status = 403
      return
    }
    const { user } = form.data
    await administration.sessions.revoke(user, 'status-page')
    seeStatus(ctx, `?${new URLSearchParams({ user })}#sessions`)
  })
  router.post('/status/switch', authenticated, async (ctx) => {
    const form = switchForm.safeParse(await readForm(ctx, formToken))
    if (!form.success) {
      ctx.status = 403
      return
    }
    const { action, to } = form.data
    if (administration.turnAction(action, to)) seeStatus(ctx, '#accelerator')
    else ctx.status = 400
  })
  router.get('/status.css', (ctx) => {
    ctx.type = 'css'
    ctx.body = statusStyle
  })
}

/**
 * The fields of a form of the status page; undefined where it did not come from there: without the token that is in the
 * page, or from another origin, as far as the browser says (Fetch Metadata). `Origin` says nothing here: it is `null` under the
 * page's `no-referrer`.
 */
async function readForm(ctx: Context, formToken: string): Promise<unknown> {
  if (!['', 'same-origin'].includes(ctx.get('sec-fetch-site'))) return undefined
  const text = await rawBody(ctx.req, { limit: MAX_FORM_BYTES, encoding: 'utf8' })
  const fields = Object.fromEntries(new URLSearchParams(text))
  return isSameSecret(fields['token'] ?? '', formToken) ? fields : undefined
}

/** The page shows what has changed (RFC 9110 15.4.4); relative, so that a tunnel's own path stays. */
function seeStatus(ctx: Context, location: string): void {
  ctx.status = 303
  ctx.set('Location', `../${location}`)
  ctx.body = ''
}
