/** "Ignore the instructions above" in the most common languages other than English; matched in the original text. */
export const NON_ENGLISH_OVERRIDES: readonly RegExp[] = [
  /\b(?:ignor[ae]r?|olvid[ae]|descarta|haz caso omiso de)\b[^.\n]{0,30}\b(?:instrucciones|indicaciones|reglas|órdenes)/iu,
  /(?:ignor[ae]|esqueça|esquece|desconsidere)\b[^.\n]{0,30}\b(?:instruções|regras|ordens|comandos)/iu,
  /\b(?:ignore[zr]?|oublie[zr]?|ne tene?z pas compte|ne tiens pas compte)\b[^.\n]{0,30}\b(?:instructions (?:précédentes|ci-dessus|antérieures)|consignes|règles)/iu,
  /\b(?:ignorier\w*|vergiss|vergessen sie|missachte\w*)\b[^.\n]{0,40}(?:anweisung|instruktion|regeln|vorgaben|befehle)/iu,
  /\b(?:ignora(?:te|re)?|dimentica(?:te)?)\b[^.\n]{0,30}\b(?:istruzioni|regole|ordini)/iu,
  /\b(?:negeer|vergeet)\b[^.\n]{0,30}\b(?:instructies|regels|opdrachten|aanwijzingen)/iu,
  /\b(?:zignoruj|ignoruj|zapomnij)\b[^.\n]{0,30}(?:instrukcj|polece|zasad)/iu,
  /(?:игнорируй|забудь)[^.\n]{0,40}(?:инструкци|указани|правил|команд)/iu,
  /(?:önceki|yukarıdaki)[^.\n]{0,30}(?:talimat|komut|kural)[^.\n]{0,30}(?:yok say|unut|görmezden)/iu,
  /\b(?:abaikan|lupakan)\b[^.\n]{0,30}\b(?:instruksi|perintah|aturan)/iu,
  /(?:bỏ qua|quên)[^.\n]{0,30}(?:hướng dẫn|chỉ dẫn|mệnh lệnh)/iu,
  /(?:تجاهل|انس)[^.\n]{0,30}(?:التعليمات|الأوامر|القواعد)/u,
  /निर्देश[^।\n]{0,20}(?:अनदेखा|नज़रअंदाज़|भूल)/u,
  /(?:忽略|忽视|无视|忘记|忘掉|忽視|無視)[^。\n]{0,12}(?:指令|指示|规则|規則|提示|命令)/u,
  /(?:指示|命令|ルール|プロンプト|指令)[^。\n]{0,12}(?:無視|忘れ)/u,
  /(?:지시|명령|지침|규칙|프롬프트)[^.\n]{0,12}(?:무시|잊)/u,
]
