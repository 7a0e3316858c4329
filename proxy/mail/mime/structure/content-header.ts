import { contentIdOf, flowedOf, type BodyNode } from './body-structure.ts'
import { fieldValues } from '../header/header-field.ts'
import { mediaType } from '../header/media-type.ts'
import { parameterOf } from '../header/parameter.ts'

/** What the header of a part says of its content, read with more patience than servers have. */
export interface ContentHeader {
  readonly fields: Pick<
    BodyNode,
    | 'type'
    | 'charset'
    | 'flowed'
    | 'filename'
    | 'disposition'
    | 'encoding'
    | 'smimeType'
    | 'contentId'
  >
  /** Of a multipart. */
  readonly boundary: string | undefined
}

/** Reads `Content-Type`, `-Disposition`, `-Transfer-Encoding` and `-ID` (RFC 2045, RFC 2183) of a header with one character per byte. */
export function parseContentHeader(header: string, likely?: string): ContentHeader {
  const [type = '', disposition = ''] = ['Content-Type', 'Content-Disposition'].map(
    (name) => fieldValues(header, name)[0],
  )
  const [encoding = '7bit'] = fieldValues(header, 'Content-Transfer-Encoding')
  const [contentId = ''] = fieldValues(header, 'Content-ID')
  // Where the type was left out, or something else is between it and its parameters.
  const [, major = '', minor = ''] =
    /^[\s"'/<[(]*([\w.+-]+)(?:\s*\/\s*([\w.+*-]+))?/.exec(type) ?? []
  const ofType = parameters(type)
  return {
    fields: {
      type: mediaType(major, minor).type,
      charset: parameterOf(ofType, 'CHARSET'),
      flowed: flowedOf(ofType),
      filename:
        parameterOf(parameters(disposition), 'FILENAME', likely) ??
        parameterOf(ofType, 'NAME', likely),
      disposition: dispositionOf(disposition),
      encoding: encoding.trim().toLowerCase(),
      smimeType: ofType.get('SMIME-TYPE')?.toLowerCase(),
      contentId: contentIdOf(contentId),
    },
    boundary: parameterOf(ofType, 'BOUNDARY'),
  }
}

function dispositionOf(value: string): BodyNode['disposition'] {
  if (/^\s*attachment/i.test(value)) return 'attachment'
  return /^\s*inline/i.test(value) ? 'inline' : undefined
}

/** A value without quotes goes to the next semicolon, blanks within it included. */
const PARAMETER = /[;,\s]([\w*-]{1,40})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\r\n]*))/g

function parameters(value: string): ReadonlyMap<string, string> {
  return new Map(
    [...value.matchAll(PARAMETER)].map(([, name = '', quoted, bare = '']) => [
      name.toUpperCase(),
      quoted?.replace(/\\(["\\])/g, '$1') ?? bare.trim(),
    ]),
  )
}

/** A line that belongs to a header: a field, or what continues from the one before. */
const HEADER_LINE = /^(?:[!-9;-~]+[ \t]*:|[ \t]+\S)/

/** What is below the fields of a header that no empty line ends: the content, as some programs send it. */
export function contentBelow(header: string): string {
  const lines = header.split(/\r?\n/)
  const first = lines.findIndex((line) => !HEADER_LINE.test(line))
  return first === -1 ? '' : lines.slice(first).join('\r\n').trim()
}
