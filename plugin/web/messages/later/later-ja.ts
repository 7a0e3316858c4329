export { contactsJa as contacts } from '../contacts/ja.ts'
export { settingsJa as settings } from '../settings/ja.ts'
