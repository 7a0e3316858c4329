// The files of keys and secrets, for programs without a database: the installer's bundle holds all it imports.
export { createKey, createKeyRing, examineKeys, listKids, loadKeys, type KeyRing } from './keys.ts'
export { loadSecret, readSecret, readSecretText } from './secret-file.ts'
export { isRoundcubeCipher } from './roundcube-cipher.ts'
export { systemErrorCode, unlessMissing } from '../file/system-error.ts'
