import { hash, randomInt, timingSafeEqual } from 'node:crypto'
import { Refusal } from '../refusal.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Specification 8: the request token has 32 characters. */
const TOKEN_LENGTH = 32

/** A fresh request token: 32 alphanumeric characters, 190 bits (spec 2.3). */
export function newRequestToken(): string {
  return Array.from({ length: TOKEN_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Refuses a request whose token is not the session's own (spec 5.5). Takes the same time for every wrong token. */
export function checkRequestToken(expected: string, presented: string | undefined): void {
  if (presented === undefined || !isEqual(expected, presented)) throw new Refusal('token_mismatch')
}

/** Hashing both sides first makes the lengths equal, which timingSafeEqual needs. */
function isEqual(left: string, right: string): boolean {
  return timingSafeEqual(sha256(left), sha256(right))
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
