import type { TranslatedWords } from './server-words.ts'

/** What the server says itself, in Japanese. */
export const ja: TranslatedWords = {
  signIn: {
    title: (productName) => `ログイン - ${productName}`,
    address: 'メールアドレス',
    password: 'パスワード',
    submit: 'ログイン',
    mailAway: 'メールサーバーが応答しません。しばらく待ってからもう一度お試しください。',
    mailBusy: 'メールサーバーが混み合っています。しばらく待ってからもう一度お試しください。',
    mailSlow: 'メールサーバーの応答に時間がかかっています。お待ちください。',
    code: 'コード',
    codeNote: 'アプリに表示されるコード、または回復用コードのいずれか。',
    passkey: 'パスキーを使う',
    passkeyNote: '指紋、顔、PIN、セキュリティキーなど、パスキーで確認してください。',
    passkeyFailed: 'パスキーは使われませんでした。もう一度お試しください。',
    otherAccount: '別のアカウントでログイン',
    help: 'ヘルプ',
    privacy: 'プライバシー',
    legalNotice: '法的情報',
    reference: (requestId) => `参照番号: ${requestId}`,
  },
  secondStep: {
    title: '2 要素認証',
    required:
      'ここでのログインには、パスワードのほかにスマートフォンのアプリのコードが必要です。今設定してください。',
    scan: 'コード用のアプリ（認証アプリ）でこの画像を読み取るか、キーを入力してください。その後、表示されたコードを入力してください。',
    key: 'キー',
    confirm: '有効にする',
    recoveryCodes: '回復用コード',
    recoveryNote:
      'それぞれ、アプリなしで 1 回だけログインできます。今書き留めてください。もう一度表示することはできません。',
    copy: 'コピー',
    copied: 'コピーしました',
    download: 'ダウンロード',
    print: '印刷',
    recoveryKept: '保存しました',
  },
  signedOut: {
    title: 'ログアウトしました',
    note: 'コントロールパネルにはまだログインしています。このコンピューターをほかの人も使う場合は、そちらからもログアウトしてください。',
    again: 'もう一度ログイン',
  },
  errorPage: {
    tryAgain: (seconds) => `${seconds} 秒後にもう一度お試しください。`,
    toPanel: 'コントロールパネルへ',
    note: (status, requestId) => `エラー ${status}、リクエスト ${requestId}`,
  },
  mailPage: {
    needsJavaScript: (productName) =>
      `${productName} でメールを表示するには JavaScript が必要です。`,
  },
  frame: {
    tooHeavy:
      'このメッセージは重すぎるため、元の形では表示できません。これはテキスト部分です。ソースにはすべて含まれます。',
  },
  archive: {
    fileName: 'not-included.txt',
    leftOut: (parts) =>
      `このアーカイブに含まれていないパート: ${parts.toLocaleString('ja')} 個。すべて必要な場合はメッセージを保存してください。`,
  },
  receipt: {
    subject: (subject) => `開封済み: ${subject}`,
    text: (reader, subject) =>
      `${reader} 宛てのメッセージ「${subject}」が表示されました。\n\n内容が読まれた、または理解されたことを示すものではありません。\n`,
  },
  quote: {
    wrote: (date, name) => `${date}、${name} のメッセージ:`,
    cut: 'メッセージが非常に長いため、残りは引用していません',
    unknownDate: '不明な日付',
    original: '元のメッセージ',
    subject: '件名',
    date: '日付',
    from: '差出人',
    to: '宛先',
    cc: 'Cc',
  },
  refusals: {
    framing_ambiguous: 'リクエストの形式が正しくないため、処理しませんでした。',
    headers_too_many: 'リクエストのヘッダーが多すぎます。',
    path_refused: 'このアドレスは無効です。',
    host_refused: 'リクエストに複数のホストが指定されています。',
    not_found: 'このアドレスには何もありません。',
    method_not_allowed: 'このアドレスはその種類のリクエストを受け付けません。',
    body_too_large: '送信された内容が大きすぎます。',
    body_malformed: 'リクエストを読み取れませんでした。',
    segment_missing: 'コントロールパネルからウェブメールを開いてください。',
    segment_malformed: 'コントロールパネルからウェブメールを開いてください。',
    segment_mismatch:
      'このページは別のパネルセッションのものです。コントロールパネルからウェブメールを開き直してください。',
    cookie_missing: '先にコントロールパネルにログインしてください。',
    cookie_malformed: '先にコントロールパネルにログインしてください。',
    session_unknown: 'コントロールパネルのセッションが終了しました。もう一度ログインしてください。',
    signature_unknown:
      'コントロールパネルとこのウェブメールが互いに認識していません。管理者にお知らせください。',
    session_preauth: '先にコントロールパネルへのログインを完了してください。',
    session_expired: 'コントロールパネルのセッションが終了しました。もう一度ログインしてください。',
    ip_changed: 'IP アドレスが変わりました。もう一度ログインしてください。',
    tfa_required: 'コントロールパネルの 2 段階目のログインを完了してください。',
    not_a_mailbox: 'このパネルのログインにはメールボックスがありません。',
    inconsistent:
      'コントロールパネルのセッションを確認できませんでした。もう一度ログインしてください。',
    panel_unavailable: 'コントロールパネルが応答しません。再試行しています。',
    not_signed_in: 'セッションが終了しました。続けるにはもう一度ログインしてください。',
    session_replaced: 'このブラウザーでは別のログインに置き換えられました。',
    token_mismatch:
      'リクエストを確認できませんでした。ページを再読み込みしてもう一度お試しください。',
    cookie_needs_tls:
      'このページは暗号化なしで開かれたため、ログインできません。先頭に https:// を付けて開いてください。',
    origin_refused: '別のサイトからのリクエストのため、拒否しました。',
    sign_in_failed: 'ログインできませんでした。アドレスとパスワードを確認してください。',
    other_signed_in:
      'このブラウザーの別のタブで、すでに誰かがログインしています。ここでログインするとその人に代わり、そのタブでは再ログインが必要になります。',
    sign_in_locked: '失敗した試行が多すぎます。しばらく待ってからもう一度お試しください。',
    sign_in_busy:
      'このメールボックスへのログインが集中しています。しばらく待ってからもう一度お試しください。',
    second_factor_wrong: 'コードが正しくないか、すでに使われています。次のコードをお待ちください。',
    second_factor_expired: '時間がかかりすぎました。最初からやり直してください。',
    second_factor_exists: 'コードはすでに設定されています。先に無効にしてください。',
    second_factor_unreadable: 'コードを確認できません。管理者に連絡してください。',
    second_factor_needed:
      'ログインにはパスワードのほかに 2 段階目の確認が必要です。Web ページからログインしてください。',
    passkey_refused: 'このパスキーは使えませんでした。もう一度お試しください。',
    passkeys_full: 'パスキーは許可された数に達しています。先に 1 つ削除してください。',
    passkeys_unavailable: 'このアドレスではパスキーを使えません。',
    second_factor_required:
      'ここでは 2 段階目の確認が必須ですが、まだ設定されていません。Web ページからログインして設定してください。',
    password_wrong: '現在のパスワードが正しくありません。',
    password_too_short: '新しいパスワードが短すぎます。',
    password_not_accepted: '新しいパスワードは受け付けられませんでした。別のものを選んでください。',
    password_change_failed:
      'パスワードを変更できませんでした。後でログインできない場合は、新しいパスワードも試してください。',
    input_invalid: 'リクエストを理解できませんでした。',
    mailbox_not_found: 'このフォルダーはもうありません。',
    mailbox_exists: '同じ名前のフォルダーがすでにあります。',
    mailbox_refused: 'メールサーバーはこのフォルダーに対してこの操作を許可していません。',
    mailbox_damaged:
      'メールサーバーによると、このフォルダーは破損しています。管理者にお知らせください。',
    message_unreadable: 'メールサーバーはこのメッセージを読み取れません。',
    mail_refused: 'メールサーバーが拒否しましたが、表示できる理由はありません。',
    mail_not_understood: 'メールサーバーが要求を理解できませんでした。管理者にお知らせください。',
    trash_missing: 'ゴミ箱がありません。何も削除されていません。',
    delete_unconfirmed:
      'ここではメッセージが完全に削除されます。まだ何も削除されていません。もう一度お試しください。',
    folder_name_invalid: 'この名前はフォルダーに使えません。',
    too_many_messages: '一度に扱うメッセージが多すぎます。検索を絞り込んでください。',
    mailbox_replaced:
      'このフォルダーは同じ名前の新しいフォルダーに置き換えられました。何も行っていません。もう一度確認してください。',
    message_not_found: 'このメッセージはもうありません。',
    recipient_invalid: '無効なアドレスがあります。',
    recipients_too_many: 'このメッセージの宛先が多すぎます。',
    recipient_refused: 'メールサーバーが宛先の 1 つを受け付けません。何も送信されていません。',
    recipient_deferred:
      'メールサーバーが現在、宛先の 1 つを受け付けません。何も送信されていません。',
    sender_unknown:
      'ログイン名にメールドメインがないため、送信できません。管理者にお知らせください。',
    address_not_allowed: 'このアドレスでは送信できません。',
    attachments_gone:
      '添付したものは、ほかの場所で削除または移動されたメッセージか下書きにありました。ここで取り除き、もう一度添付してください。',
    identity_gone: 'この差出人情報は削除されました。別のものを選んでください。',
    template_gone: 'このテンプレートは削除されています。',
    settings_full: '設定を保存する空きがありません。',
    send_deferred: 'メールサーバーが現在、このメッセージを受け付けません。何も送信されていません。',
    send_rejected: 'メールサーバーがこのメッセージを受け付けませんでした。',
    send_uncertain: 'このメッセージが配信されたかどうかは不明です。',
    already_sent: 'このメッセージは変更前の内容で送信されました。',
    not_sent: 'このメッセージが送信されたことは確認できません。',
    over_quota: 'メールボックスがいっぱいです。',
    contact_not_found: 'この連絡先はもうありません。',
    contact_changed:
      '連絡先が別の場所で変更されました。何も行っていません。もう一度確認してください。',
    contact_too_large: '1 件の連絡先としては大きすぎます。',
    group_exists: 'この名前のグループはすでにあります。',
    contacts_full: '連絡先を追加する空きがありません。何も保存されていません。',
    contact_file_unreadable:
      'このファイルには読み取れる連絡先がありません。vCard (.vcf), CSV と LDIF をインポートできます。',
    contact_file_too_large: 'このファイルには連絡先が多すぎます。何もインポートされていません。',
    address_book_unavailable:
      'アドレス帳のサーバーが応答しません。何も変更されていません。入力した内容は残っています。',
    address_book_refused:
      'アドレス帳のサーバーがパスワードを受け付けないか、変更を許可していません。何も変更されていません。入力した内容は残っています。',
    address_book_partly_saved:
      'アドレス帳のサーバーは一部を受け付けませんでした。連絡先の一部だけが保存されています。',
    photo_unreadable: 'この画像は連絡先に使用できません。',
    store_unavailable: 'セッションを読み取れませんでした。再試行しています。',
    mail_unavailable: 'メールサーバーが応答しません。再試行しています。',
    mail_busy: 'メールサーバーが混み合っています。再試行しています。',
    mail_answer_too_large: 'メールサーバーの応答が大きすぎて読み取れません。',
    mail_timeout: 'メールサーバーの応答に時間がかかりすぎました。',
    upstream_unavailable: 'このアドレスの先のサービスが応答しません。',
    timed_out: '時間がかかりすぎたため停止しました。',
    shutting_down: 'サービスを再起動しています。再試行しています。',
    internal: 'サーバー側で問題が発生しました。',
  },
  refusalsAbout: {
    folder_name_invalid: (signs) => `フォルダー名に使えない文字です: ${signs}`,
    mailbox_refused: (mailbox) =>
      `メールサーバーはフォルダー「${mailbox}」に対してこの操作を許可していません。`,
    address_book_partly_saved: (names) =>
      `アドレス帳のサーバーは一部を受け付けませんでした。連絡先の一部は保存されています。保存されていない連絡先：${names}`,
    password_not_accepted: (reason) => `新しいパスワードは受け付けられませんでした: ${reason}`,
    recipient_invalid: (recipient) => `無効なアドレスです: ${recipient}`,
    recipients_too_many: (limit) => `1 通のメッセージの宛先は ${limit} 件までです。`,
    recipient_refused: (recipient) =>
      `メールサーバーが宛先 ${recipient} を受け付けません。何も送信されていません。`,
    recipient_deferred: (recipient) =>
      `メールサーバーが現在、宛先 ${recipient} を受け付けません。何も送信されていません。`,
    address_not_allowed: (address) => `${address} としては送信できません。`,
  },
}
