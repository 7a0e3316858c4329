import type { Context } from 'koa'
import { findAction } from '../actions/index.ts'
import { isMultipart } from '../http/body/read-parameters.ts'
import { Refusal } from '../http/refusal.ts'
import type { OpenSession } from '../session/open-session.ts'
import { checkRequestToken } from '../session/request-token.ts'

/**
 * Who sends files with a request, decided before its body is read: to take such a body apart costs memory
 * and time, so that only somebody who is signed in may make us, from a page of ours and for an action that
 * takes files. Action and token stand in the query or a header for that. undefined when the body is of
 * another kind. Throws Refusal.
 */
export function uploaderOf(
  ctx: Context,
  query: URLSearchParams,
  { current }: OpenSession,
): string | undefined {
  if (ctx.method !== 'POST' || !isMultipart(ctx)) return undefined
  const action = findAction(query.get('_task') ?? 'mail', query.get('_action') ?? '', ctx.method)
  if (action?.takesFiles !== true) throw new Refusal('body_malformed')
  if (current?.kind !== 'signed-in') throw new Refusal('not_signed_in')
  const header = ctx.get('x-roundcube-request')
  const presented = header === '' ? (query.get('_token') ?? undefined) : header
  checkRequestToken(current.requestToken, presented)
  return current.username
}
