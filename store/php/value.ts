/** A value PHP's session format can hold without objects or references (spec 2.3). */
export type PhpValue =
  null | boolean | number | string | readonly PhpValue[] | { readonly [key: string]: PhpValue }

/** The variables inside `vars`, by their names in the specification (2.3). Unknown names are kept. */
export type SessionVariables = Readonly<Record<string, PhpValue>>
