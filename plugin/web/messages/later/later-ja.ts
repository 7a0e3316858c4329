export { contactsJa as contacts } from '../contacts/ja.ts'
export { mailJa as mail } from '../mail/ja.ts'
export { settingsJa as settings } from '../settings/ja.ts'
