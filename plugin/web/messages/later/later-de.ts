export { contactsDe as contacts } from '../contacts/de.ts'
export { mailDe as mail } from '../mail/de.ts'
export { settingsDe as settings } from '../settings/de.ts'
