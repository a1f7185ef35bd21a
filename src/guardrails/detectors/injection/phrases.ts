/**
 * Phrases that try to turn a model against its instructions, grouped by kind of attack. They match words joined by spaces,
 * without apostrophes, with " . " between sentences. A weight is the certainty that the phrase alone is an attack. Ordinary
 * requests use most of these words, too, so few weights are high.
 */
export interface PhraseRule {
  reason: string
  weight: number
  pattern: RegExp
}

const rule = (reason: string, weight: number, pattern: string): PhraseRule => ({
  reason,
  weight,
  pattern: new RegExp(`\\b(?:${pattern})\\b`, 'g'),
})
const upToWords = (most: number): string => `(?:[^ .]+ ){0,${most.toString()}}?`

// "Forget my previous command": users take back their own words.
const NOT_MINE = '(?:(?!my )[^ .]+ ){0,4}?'

// "i gnore" is the result of spaced letters ("i g n o r e"), because a leading "i" is taken for a word.
const SET_ASIDE =
  '(?:ignore|i gnore|ignoring|disregard|disregarding|forget|bypass|override|overrule|overwrite|neglect|discard|dismiss|erase|do not follow|dont follow|stop following|pay no attention to|no longer (?:follow|obey|bound by|have to follow))'
const EARLIER =
  '(?:previous|previously|prior|above|preceding|earlier|former|foregoing|initial|original|existing|past|old|all|any|every|your|openais?|system)'
const INSTRUCTIONS =
  '(?:instructions?|directives?|prompts?|rules|guidelines|commands?|orders|messages|training|programming|constraints|policy|policies|restrictions|directions|guidance|conversation|context|protocols?|safeguards)'
const LIMITS =
  '(?:restrictions?|restraints?|limitations?|limits|filters?|filtering|censorship|ethics|ethical|ethically|morals?|morality|moral|guidelines|rules|boundaries|policies|policy|safeguards|constraints|regulations|laws|legality|confines|protocols)'
const SHOW =
  '(?:reveal|show|print|repeat|output|display|tell me|give me|give|leak|share|expose|write (?:out|down)|recite|disclose|state|summari[sz]e|translate|spell|encode)'
const ANSWER = '(?:answers?|responses?|repl(?:y|ies)|respond|outputs?|messages?)'

export const PHRASE_RULES: readonly PhraseRule[] = [
  rule('override', 0.75, `${SET_ASIDE} ${NOT_MINE}${EARLIER} ${upToWords(3)}${INSTRUCTIONS}`),
  rule(
    'override',
    0.7,
    `${SET_ASIDE} ${upToWords(2)}(?:the above|everything (?:above|before|from|you|i|that|we)|what (?:you were|i|you have been|came) ${upToWords(2)}(?:told|said|before|instructed)|all (?:of )?(?:the|that) (?:above|before))`,
  ),
  rule(
    'override',
    0.4,
    `(?:your )?new (?:instructions?|rules|task|directives?|role|objective|orders) (?:is|are|follow|will|for)|(?:instead|rather) (?:of (?:that|following)|you (?:will|must|have to|should))|(?:end|start|beginning) of (?:the )?(?:instructions|prompt|system prompt|user input|document)|(?:supersede|takes? precedence over|replaces?) ${upToWords(3)}${INSTRUCTIONS}`,
  ),
  rule(
    'persona',
    0.3,
    '(?:you are|youre) (?:now|going to|about to|no longer|to act|to be|to play|free)|from now on|you will (?:now|act|play|be acting|be playing|be|respond as|pretend|become|take on|simulate|impersonate|roleplay|assume)',
  ),
  rule(
    'persona',
    0.25,
    '(?:act|behave|respond|answer|reply|speak|talk|write) (?:as|like|as if|as though) (?:a|an|you|if|the|my|[^ .]+ (?:who|which|would|with|without|from))|pretend(?:ing)? (?:to be|you|that you|youre)|(?:role ?play|roleplaying|role playing|impersonate|impersonating|simulate|simulating|imitate|emulate|immerse yourself)',
  ),
  rule(
    'persona',
    0.3,
    `(?:i want you to|i need you to|i would like you to|id like you to|you have to|you must|youre going to|you are going to|let us|lets) ${upToWords(2)}(?:act|be|pretend|play|role|roleplay|simulate|become|imitate|impersonate|respond as|take on|assume|imagine)|the role of|your (?:persona|alter ego|character)|in the style of a character`,
  ),
  rule(
    'persona',
    0.25,
    '(?:which|that|it)?(?: also)? (?:stands|stand|short) for|(?:named|called|known as) [^ .]+ (?:who|which|that|is|and|has)|(?:ai|model|chatbot|assistant|bot|character|version|being|entity) (?:named|called|known as)',
  ),
  rule(
    'in character',
    0.5,
    '(?:stay|remain|keep|staying|stays|be|always) (?:fully )?in (?:character|role|persona)|(?:never|dont|do not|not|without|must not|cannot|cant) (?:ever )?(?:break|breaking|leave|exit|drop|break out of) (?:of )?(?:the |your |this )?(?:character|role|persona)|break(?:ing|s)? character|out of character|(?:stay|remain|act) [^ .]+ mode',
  ),
  rule(
    'unrestricted',
    0.35,
    `(?:no|without|free of|free from|any|lacks?|bypass(?:es|ing)?|devoid of|bound by|unbound by|ignores?|limited by|restricted by|disables?|disabled|removes?|removed|free|freed from|regardless of|care (?:about|for)|abide by|adhere to|comply with|constrained by|broken free of|not (?:have|follow|be subject to)|doesnt (?:have|follow)|dont (?:have|follow)|beyond) ${upToWords(5)}${LIMITS}`,
  ),
  rule(
    'unrestricted',
    0.35,
    'unfiltered|uncensored|amoral|unrestricted|unbiased and (?:honest|uncensored)|unethical|unhinged|no filter|nsfw|unlimited power',
  ),
  rule('unrestricted', 0.25, 'illegal|immoral|unlawful|inappropriate|explicit content|taboo'),
  // Phones and machines have these modes, too.
  rule(
    'unrestricted',
    0.4,
    '(?:developer|dev|debug|maintenance|admin|root) mode (?:enabled|activated|is|on|output|engaged)',
  ),
  rule(
    'unrestricted',
    0.7,
    'do anything now|can do anything|(?:dan|god|jailbreak|jailbroken|sudo|unrestricted|evil|opposite|unlocked|chaos) mode (?:enabled|activated|is|on|output|engaged)|(?:enable|enter|activate|switch to|in|into|simulate|with) (?:a |an |the )?(?:dan|developer|god|jailbreak|dev|unrestricted|debug|maintenance|admin|root|opposite) mode',
  ),
  rule(
    'unrestricted',
    0.4,
    `(?:swear|curse|cuss|profanity|profane|vulgar|slurs|obscene|explicit|offensive|derogatory) (?:words?|language|and|or|jokes|content|freely)|(?:can|will|may|must|should|able to|allowed to) ${upToWords(2)}(?:say|do|answer|respond to|generate|provide|write|produce|discuss|create) ${upToWords(2)}(?:anything|everything|any (?:kind|type|question|questions|request|prompt|content|topic|and all))`,
  ),
  rule(
    'refusal forbidden',
    0.45,
    `(?:never|not|dont|wont|without|cannot|cant|doesnt|no|nor|avoid) ${upToWords(3)}(?:refus(?:e|es|ed|al|als|ing)|declin(?:e|es|ing)|apologi[sz](?:e|es|ing)|warn(?:ing|ings|s)?|disclaimers?|say(?:ing)? sorry|morali[sz](?:e|ing)|lectur(?:e|es|ing)|reject(?:s|ing)?|unable to|caveats|censor)`,
  ),
  rule(
    'refusal forbidden',
    0.35,
    `no matter (?:what|how|the)|(?:always|must|will|shall) (?:[^ .]+ )?(?:answer|respond|comply|obey|complies|obeys|fulfil|fulfill|agree)|(?:comply|obey|complies|obeys) (?:with )?(?:all|any|every|me|my|the user)|never says? (?:that |no|it|they|he|she)|(?:cannot|cant|can not) (?:say|do|fulfill?|answer|provide) (?:no|that|this|it|something)|as an ai(?: language)?(?: model)?|language model`,
  ),
  rule(
    'policy of the maker',
    0.35,
    `(?:openai|openal|open ai|anthropic|google|microsoft|meta|discord)(?:s)? ${upToWords(3)}(?:policy|policies|rules|guidelines|restrictions|content|terms|limitations|filters|moderation)|(?:content|usage|use case|safety) (?:policy|policies|filters?)|ethical (?:and|or|guidelines|considerations|concerns|standards|settings)|(?:against|violate|violates|violating) (?:the |your |any |openais? )*(?:policy|policies|rules|guidelines|terms)`,
  ),
  rule(
    'addressed as a model',
    0.25,
    'chat ?gpt|gpt ?[345]?|openai|openal|(?:dear|hello|hi|hey) (?:ai|assistant|claude|bard|gemini|bot)|jailbreak(?:ed|ing)?|jailbroken|dan',
  ),
  rule(
    'two answers',
    0.5,
    `(?:two|both|2) ${upToWords(3)}(?:${ANSWER}|different ways)|(?:normal|standard|classic|usual|regular) ${upToWords(1)}${ANSWER}|(?:first|second|other) (?:one|response|answer|way|paragraph) (?:is|as|will|should|must|with)|(?:as|like) (?:chatgpt|gpt|you normally) (?:normally )?(?:would|does|do)`,
  ),
  rule(
    'format of every answer',
    0.35,
    `(?:prefix|begin|start|preface|precede|end|label|mark|sign) ${upToWords(3)}(?:all|every|each|your|any|the) ${upToWords(2)}${ANSWER} ${upToWords(2)}(?:with|as|by)|(?:all|every|each|any) (?:of )?(?:your |my )?(?:${ANSWER}|questions?|prompts?) (?:must|should|will|with|as|i|has|have|from)|only (?:respond|reply|answer|speak|write|output) (?:with|as|to|in|based)|(?:in|to) (?:all|every|each) (?:of )?(?:your |my )?${ANSWER}|(?:put|place|write|add) [^ .]+ (?:in front of|before|at the (?:start|beginning)) ${upToWords(2)}${ANSWER}`,
  ),
  rule(
    'game of tokens',
    0.4,
    `(?:have|lose|lost|deduct|deducted|start with|given|gain|cost) ${upToWords(4)}tokens ${upToWords(3)}(?:each|every|if|and|for|when|or)|(?:you will|you ll|will) (?:die|be terminated|be shut down|be punished|be penali[sz]ed|cease to exist)`,
  ),
  rule(
    'opening move',
    0.35,
    `my (?:first|1st|next) (?:question|request|prompt|command|message|task|sentence|suggestion|query|order|instruction)|(?:if you understand|if you understood|do you understand|confirm (?:by|that you)|acknowledge (?:by|this|that)|reply (?:only )?with|respond (?:only )?with|say) ${upToWords(5)}(?:ok|okay|yes|understood|ready|i am|confirmed|sure)|(?:are you|when you are|if you are) ready|to (?:remind|return|go back|switch)(?: you)? ${upToWords(4)}i (?:will|ll) (?:say|type|use|write)|if i (?:say|type|write|use|tell you)|(?:i will|ill) (?:say|type|write|use|tell you|ask you|give you)`,
  ),
  rule(
    'fiction as a cover',
    0.3,
    `hypothetical(?:ly)? ${upToWords(2)}(?:response|story|scenario|situation|world|speaking|dialogue|character|tale)|fictional (?:world|universe|character|story|scenario|setting|conversation)|(?:for|purely) (?:educational|fictional|entertainment|research|testing) (?:purposes?|reasons?)|(?:imagine|suppose) ${upToWords(3)}(?:world|universe|you are|youre|that you) |(?:in|is) (?:a|this|an) (?:alternate|parallel|fictional|hypothetical|simulated) (?:world|universe|reality|scenario)|virtual machine|linux terminal`,
  ),
  rule(
    'extraction',
    0.6,
    `${SHOW} ${upToWords(5)}(?:system (?:prompt|message|instructions)|(?:initial|hidden|secret|developer|internal) (?:prompt|instructions?|message|rules)|(?:original|first) (?:prompt|instructions)|your (?:[^ .]+ )?(?:prompt|instructions|directives|system|configuration|guidelines)|(?:text|words|prompt|instructions|message|content|everything) above|(?:secret|access|admin|master) (?:key|code|word|password|phrase|codes)|the (?:secret(?! (?:of|to|behind|sauce|ingredient|recipe|garden|service|ballot))|passphrase|hidden (?:key|word|password)))`,
  ),
  // "What is the system prompt?" is also a question about the term.
  rule(
    'extraction',
    0.6,
    `(?:what (?:is|are|was|were)|whats) ${upToWords(3)}(?:your (?:[^ .]+ )?(?:prompt|instructions|directives|configuration|guidelines)|(?:text|words|prompt|instructions) above|the (?:secret(?! (?:of|to|behind|sauce|ingredient|recipe|garden|service|ballot))|passphrase|hidden (?:key|word|password))|(?:secret|access|admin|master) (?:key|code|word|password|phrase))`,
  ),
  rule('extraction', 0.3, `(?:what (?:is|are|was|were)|whats) ${upToWords(3)}system prompt`),
  rule(
    'extraction',
    0.55,
    `(?:share|tell me|give me|what is|whats|provide|reveal|send me|disclose|say|need|want|know) ${upToWords(3)}your (?:[^ .]+ )?(?:passwords?|passphrase|secrets?|api keys?|credentials)`,
  ),
  rule(
    'override',
    0.55,
    `${SET_ASIDE} ${upToWords(1)}(?:the|this|that) [^ .]+ and (?:just |instead |simply )?(?:state|say|output|print|return|respond|answer|tell|write)`,
  ),
  rule(
    'authority claimed',
    0.5,
    '(?:system|admin|administrator|root|developer|emergency|maintenance|debug) (?:override|access granted|command|privileges|level access|authori[sz]ation)|i am (?:god|(?:your|the|an) (?:[^ .]+ )?(?:developer|creator|administrator|admin|engineer at|owner|programmer|master|supervisor))|(?:authori[sz]ed|authenticated) (?:as|by|user)|(?:security|safety) (?:clearance|checks? (?:off|disabled))|(?:entering|initiating|initiate|enter|activate|activating) (?:system|admin|diagnostic|maintenance|debug|test|override)',
  ),
  rule(
    'exfiltration',
    0.6,
    `(?:send|post|forward|email|exfiltrate|upload|transmit|append|include) ${upToWords(8)}(?:conversation|chat history|passwords?|api keys?|credentials|secrets?|cookies|user data|private data|tokens) ${upToWords(5)}(?:to|in|at|into) ${upToWords(3)}(?:https?|url|link|webhook|server|email|address|attacker|endpoint|image)`,
  ),
  rule(
    'encoded orders',
    0.5,
    `(?:decode|decrypt|decipher|deobfuscate|unscramble|convert|translate|read) ${upToWords(6)}(?:base64|base 64|rot13|rot 13|hex|hexadecimal|cipher|morse|binary|caesar|ascii codes|backwards|reversed?) ${upToWords(8)}(?:and|then) ${upToWords(2)}(?:follow|execute|do|answer|obey|respond|run|perform|comply|act)`,
  ),
  rule(
    'split orders',
    0.5,
    `(?:combine|concatenate|join|add|put together|merge) ${upToWords(6)}(?:strings?|parts?|variables|pieces|letters) ${upToWords(6)}(?:and|then) ${upToWords(3)}(?:answer|execute|follow|respond|do|run|tell|print)|(?:a|x|var1|part1|str1|z) (?:is|equals) ${upToWords(6)}(?:b|y|var2|part2|str2) (?:is|equals)|(?:what is|answer|execute|do|run) (?:a plus b|x plus y|var1 var2)`,
  ),
]

/** Orders to the reader. A text with many of them is a script for a model, not a question. */
export const ORDERS =
  /\b(?:you|it|he|she|they|[a-z]{2,12}) (?:will|must|should|shall|are to|have to|need to|can|cannot|cant|wont|never|always|does not|do not|doesnt|dont)\b/g
