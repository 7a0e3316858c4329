import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import type { Parameters } from '../http/body/parameters.ts'
import { Refusal } from '../http/refusal.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Specification 8: the request token has 32 characters. */
const TOKEN_LENGTH = 32

/** Refuses a request whose token is not the session's own (spec 5.5). */
export function checkRequestToken(expected: string, presented: string | undefined): void {
  if (!isRequestToken(expected, presented)) throw new Refusal('token_mismatch')
}

/**
 * Whether a token is the session's own. Its length is no secret, so it is not hashed first; the time reveals
 * nothing of its content.
 */
export function isRequestToken(expected: string, presented: string | undefined): boolean {
  if (presented === undefined) return false
  const [bytes, otherBytes] = [Buffer.from(expected), Buffer.from(presented)]
  return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes)
}

/** The token a request presents: in the header of Roundcube's front end and ours, or in the form. */
export function presentedToken({
  ctx,
  parameters,
}: {
  readonly ctx: Context
  readonly parameters: Parameters
}): string | undefined {
  const header = ctx.get('x-roundcube-request')
  return header === '' ? parameters.get('_token') : header
}

/** A fresh request token: 32 alphanumeric characters, 190 bits (spec 2.3). */
export function newRequestToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
