export { contactsEn as contacts } from '../contacts/en.ts'
export { mailEn as mail } from '../mail/en.ts'
export { settingsEn as settings } from '../settings/en.ts'
