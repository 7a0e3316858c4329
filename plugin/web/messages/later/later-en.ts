export { contactsEn as contacts } from '../contacts/en.ts'
export { settingsEn as settings } from '../settings/en.ts'
