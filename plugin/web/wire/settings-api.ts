import type {
  NativeInvitation,
  NativePasskeyQuestion,
  NativePasskeys,
  NativePasswordChanged,
  NativeSessions,
  NativeTemplate,
  NativeTemplates,
} from '../../wire/native/types.ts'
import { expect } from './api.ts'
import type { HttpClient } from './http/http-client.ts'

/** What a person writes of a template. */
export type TemplateFields = Pick<NativeTemplate, 'name' | 'text'>

/** The password of the mailbox, and what it is to be. */
export interface Passwords {
  readonly present: string
  readonly wanted: string
}

/** What the browser made, with the server's ticket and the name its owner gives it. */
export interface NewPasskey {
  readonly ticket: string
  readonly response: string
  readonly name: string
}

/** The server's verbs about an owner's own things, which come with what uses them. Every one throws Problem. */
export interface SettingsApi {
  sessions(signal: AbortSignal): Promise<NativeSessions>
  /** `which` is the id of one, `others` or `all`. */
  endSessions(which: string, signal: AbortSignal): Promise<NativeSessions>
  changePassword(passwords: Passwords, signal: AbortSignal): Promise<NativePasswordChanged>
  beginSecondFactor(present: string, signal: AbortSignal): Promise<NativeInvitation>
  /** Answers the recovery codes. */
  confirmSecondFactor(ticket: string, code: string, signal: AbortSignal): Promise<readonly string[]>
  endSecondFactor(present: string, code: string, signal: AbortSignal): Promise<void>
  passkeys(signal: AbortSignal): Promise<NativePasskeys>
  beginPasskey(present: string, signal: AbortSignal): Promise<NativePasskeyQuestion>
  confirmPasskey(answer: NewPasskey, signal: AbortSignal): Promise<NativePasskeys>
  removePasskey(id: string, present: string, signal: AbortSignal): Promise<NativePasskeys>
  templates(signal: AbortSignal): Promise<NativeTemplates>
  /** `seen` is undefined for a new one. Nothing was saved where the answer names conflicts. */
  saveTemplate(
    id: string,
    seen: NativeTemplate | undefined,
    wanted: TemplateFields,
    signal: AbortSignal,
  ): Promise<NativeTemplates>
  deleteTemplate(id: string, signal: AbortSignal): Promise<NativeTemplates>
}

/** Gives the client's responses their types. */
export function createSettingsApi(http: HttpClient): SettingsApi {
  return {
    async sessions(signal) {
      return expect(await http.get('sessions', {}, signal), 'sessions')
    },
    async endSessions(which, signal) {
      return expect(await http.post('end-sessions', { _session: which }, signal), 'sessions')
    },
    async changePassword({ present, wanted }, signal) {
      const body = { _present: present, _wanted: wanted }
      return expect(await http.slowPost('change-password', body, signal), 'password-changed')
    },
    async beginSecondFactor(present, signal) {
      const answer = await http.post('begin-second-factor', { _present: present }, signal)
      return expect(answer, 'second-factor-invitation')
    },
    async confirmSecondFactor(ticket, code, signal) {
      const body = { _ticket: ticket, _code: code }
      const answer = await http.post('confirm-second-factor', body, signal)
      return expect(answer, 'second-factor-on').recoveryCodes
    },
    async endSecondFactor(present, code, signal) {
      const body = { _present: present, _code: code }
      expect(await http.post('end-second-factor', body, signal), 'second-factor-off')
    },
    async passkeys(signal) {
      return expect(await http.get('passkeys', {}, signal), 'passkeys')
    },
    async beginPasskey(present, signal) {
      const answer = await http.post('begin-passkey', { _present: present }, signal)
      return expect(answer, 'passkey-question')
    },
    async confirmPasskey({ ticket, response, name }, signal) {
      const body = { _ticket: ticket, _response: response, _name: name }
      return expect(await http.post('confirm-passkey', body, signal), 'passkeys')
    },
    async removePasskey(id, present, signal) {
      const body = { _passkey: id, _present: present }
      return expect(await http.post('remove-passkey', body, signal), 'passkeys')
    },
    async templates(signal) {
      return expect(await http.get('templates', {}, signal), 'templates')
    },
    async saveTemplate(id, seen, wanted, signal) {
      const { name, text } = seen ?? { name: '', text: '' }
      const changes = [
        { name: 'name', seen: name, wanted: wanted.name },
        { name: 'text', seen: text, wanted: wanted.text },
      ].filter((change) => change.seen !== change.wanted)
      const _new = seen === undefined ? 1 : undefined
      const body = { _template: id, _new, _fields: JSON.stringify(changes) }
      return expect(await http.post('save-template', body, signal), 'templates')
    },
    async deleteTemplate(id, signal) {
      return expect(await http.post('delete-template', { _template: id }, signal), 'templates')
    },
  }
}
