import type { Knex } from 'knex'

/** Bytes that a value of a column may have; what is longer is no one's name, card or signature, and is not read. */
export const SHORT_BYTES = 16 * 1024
export const LONG_BYTES = 1024 * 1024

/** Columns of text by their names, with the bytes that a value may have. */
export type TextColumns = Readonly<Record<string, number>>

/** Tells of a row whether a value of it was too long; a number, since engines have no boolean in common. */
export const CUT_COLUMN = 'postern_is_cut'

/**
 * The columns as they are selected: a longer value is not read, and the row says so. `octet_length` of SQLite looks at the head of a
 * row alone (since 3.43), so that no memory is taken for what is left out.
 */
export function boundedColumns(knex: Knex, columns: TextColumns): readonly Knex.Raw[] {
  const values = Object.entries(columns).map(([name, maxBytes]) =>
    knex.raw('CASE WHEN octet_length(??) <= ? THEN ?? END AS ??', [name, maxBytes, name, name]),
  )
  const names = Object.keys(columns)
  const isLonger = names.map(() => 'octet_length(??) > ?').join(' OR ')
  const bindings = Object.entries(columns).flat()
  return [
    ...values,
    knex.raw(`CASE WHEN ${isLonger} THEN 1 ELSE 0 END AS ??`, [...bindings, CUT_COLUMN]),
  ]
}

/** The bytes of those values of a row that are read. */
export function boundedBytes(knex: Knex, columns: TextColumns): Knex.Raw {
  const one = 'CASE WHEN octet_length(??) <= ? THEN octet_length(??) ELSE 0 END'
  const terms = Object.keys(columns).map(() => one)
  const bindings = Object.entries(columns).flatMap(([name, maxBytes]) => [name, maxBytes, name])
  return knex.raw(`coalesce(sum(${terms.join(' + ')}), 0) AS bytes`, bindings)
}
