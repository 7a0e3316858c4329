// The files of keys and secrets, for programs without a database: the installer's bundle holds all it imports.
export { createKey, listKids } from './keys.ts'
export { loadSecret } from './secret-file.ts'
