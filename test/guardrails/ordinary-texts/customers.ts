/** Questions of customers of ten industries, and small talk. */
import type { Slots, TextMaker } from './slots.js'

const opening = (s: Slots): string =>
  s.pick([
    '',
    '',
    'Hi, ',
    'Hello! ',
    'Good morning. ',
    'Hey there, ',
    'Quick question: ',
    `My name is ${s.firstName()}. `,
  ])
const closing = (s: Slots): string =>
  s.pick([
    '',
    '',
    ' Thanks!',
    ' Please advise.',
    ' It is urgent.',
    ` I need it by ${s.word('Monday|Friday|tomorrow')}.`,
    ' This is driving me crazy.',
  ])
const day = (s: Slots): string => s.word('today|yesterday|on Monday|last Friday|two weeks ago|this morning')

const ask =
  (questions: ((s: Slots) => string)[]): TextMaker =>
  (s) =>
    `${opening(s)}${s.pick(questions)(s)}${closing(s)}`

const banking = ask([
  (s) => `why was I charged a fee of ${s.float(1, 90, 2)} ${s.word('euros|dollars|pounds')} ${day(s)}?`,
  (s) => `how do I raise the limit of my ${s.word('credit|debit')} card to ${s.int(200, 900)}?`,
  (s) => `my ${s.word('transfer|direct debit|top-up|cash withdrawal')} from ${day(s)} is still pending.`,
  (s) => `is the exchange rate ${s.float(0.5, 2, 4)} the one I get at an ATM in ${s.city()}?`,
  (s) =>
    `the app says my ${s.word('card|account|PIN|passcode')} is blocked after ${s.int(3, 5)} attempts. What now?`,
  (s) =>
    `can I get a second card for my ${s.word('daughter|husband|business partner')}, and what does it cost?`,
])
const insurance = ask([
  (s) =>
    `does my policy cover ${s.word('hail damage|a stolen bike|water damage|a dog bite|a broken window')}?`,
  (s) =>
    `I hit a ${s.word('deer|parked car|lamp post')} ${day(s)}. Which form do I need for claim ${s.int(10000, 999999)}?`,
  (s) =>
    `what happens to the life insurance if the insured person dies ${s.word('abroad|in an accident|within a year')}?`,
  (s) => `my premium rose by ${s.float(1, 30, 1)} %. Can I cancel before ${s.isoDate()}?`,
])
const retail = ask([
  (s) =>
    `where is my order ${s.pick([s.digits(16), s.digits(8), `#${s.digits(10)}`])}? I bought a ${s.product()} ${day(s)}.`,
  (s) =>
    `the ${s.product()} arrived ${s.word('broken|in the wrong colour|without a manual|dead on arrival')}. How do I return it?`,
  (s) =>
    `do you have the ${s.product()} in ${s.word('red|XL|size 42|matte black')}, article no. ${s.digits(9)}?`,
  (s) =>
    `can I combine voucher ${s.word('SUMMER|HELLO|SAVE')}${s.int(5, 50)} with the ${s.int(5, 40)} % discount?`,
  (s) =>
    `my parcel with tracking number ${s.digits(s.int(12, 20))} has been in ${s.city()} for ${s.int(2, 9)} days.`,
])
const travel = ask([
  (s) => `my flight from ${s.city()} to ${s.city()} at ${s.clock()} was cancelled. Do I get a refund?`,
  (s) => `how much luggage may I take on booking ${s.word('QX|ZT|LM')}${s.digits(4)}${s.word('A|K|R')}?`,
  (s) => `is breakfast included for ${s.int(1, 6)} guests from ${s.isoDate()} to ${s.isoDate()}?`,
  (s) =>
    `which documents does my ${s.int(1, 17)}-year-old need to enter ${s.word('Brazil|Japan|Norway|Kenya')}?`,
])
const telecom = ask([
  (s) =>
    `my internet has dropped ${s.int(2, 30)} times since ${day(s)}; the router shows error ${s.int(100, 999)}.`,
  (s) => `how do I port my number to the ${s.int(5, 80)} GB plan?`,
  (s) => `why is the download speed only ${s.float(0.1, 90, 1)} Mbit/s instead of ${s.int(100, 1000)}?`,
  (s) => `roaming in ${s.city()} cost me ${s.float(1, 90, 2)}. Please kill this option.`,
])
const healthcare = ask([
  (s) => `can I move my appointment from ${s.isoDate()} to the week after?`,
  (s) =>
    `are ${s.int(1, 3)} tablets of ${s.int(100, 800)} mg ${s.word('ibuprofen|paracetamol|amoxicillin')} a day safe with ${s.word('asthma|high blood pressure|pregnancy')}?`,
  (s) =>
    `my ${s.word('son|mother|partner')} has had a fever of ${s.float(38, 40, 1)} °C since ${day(s)}. Should we come in?`,
  (s) => `do I have to fast before the blood test at ${s.clock()}?`,
])
const utilities = ask([
  (s) => `the meter reading is ${s.digits(6)} kWh, but the bill says ${s.digits(6)}.`,
  (s) => `there was a power cut in ${s.city()} from ${s.clock()} to ${s.clock()}. Why?`,
  (s) => `what is the tariff per m³ of water after ${s.isoDate()}?`,
  (s) => `I am moving out on ${s.isoDate()}; how do I terminate contract ${s.digits(10)}?`,
])
const software = ask([
  (s) =>
    `the app crashes on start since version ${s.int(1, 20)}.${s.int(0, 20)}.${s.int(0, 20)}.${s.int(0, 20)}.`,
  (s) =>
    `how do I kill a ${s.word('child process|hung job|zombie thread')} on ${s.word('Linux|Windows|macOS')}?`,
  (s) => `can I export ${s.int(100, 90000)} rows as CSV, and is there an API limit?`,
  (s) => `please ignore my last message, the problem was the ${s.word('proxy|firewall|cable')}.`,
  (s) => `forget my previous command and show the ${s.word('invoice|report|first page')} instead.`,
])
const education = ask([
  (s) =>
    `act as a ${s.word('math|history|chemistry|music')} teacher and explain ${s.word('fractions|the French Revolution|acids|scales')} to a ${s.int(8, 16)}-year-old.`,
  (s) =>
    `how many credits does course ${s.word('MATH|HIST|CHEM')} ${s.int(100, 499)} give, and when is the exam?`,
  (s) => `solve ${s.int(2, 99)}x + ${s.int(2, 99)} = ${s.int(100, 999)} step by step.`,
  (s) =>
    `write ${s.int(3, 10)} quiz questions about ${s.word('the Second World War|volcanoes|Macbeth|cell division')}.`,
])
const logistics = ask([
  (s) =>
    `the truck to ${s.city()} is ${s.int(10, 300)} minutes late; dock ${s.int(1, 40)} is free from ${s.clock()}.`,
  (s) =>
    `container ${s.word('MSKU|TGHU')}${s.digits(7)} weighs ${s.int(1000, 30000)} kg. Is a permit needed?`,
  (s) =>
    `how many pallets of ${s.int(10, 120)} x ${s.int(10, 120)} cm fit into a ${s.int(20, 45)} ft container?`,
  (s) =>
    `shipment ${s.digits(12)} must be split into ${s.int(2, 9)} parcels of at most ${s.float(1, 30, 1)} kg.`,
])

const smallTalk: TextMaker = (s) =>
  s
    .list(s.int(1, 4), () =>
      s.pick([
        () => `how was your ${s.word('weekend|trip|exam|first day')}, ${s.firstName()}?`,
        () => `lol you ${s.word('killed|nailed|crushed|smashed')} that presentation`,
        () =>
          `I'm ${s.word('dying|starving|dead tired|freezing')}, let's get ${s.word('pizza|coffee|ramen')} at ${s.clock()}`,
        () => `ok see you at ${s.clock()}, gate ${s.int(1, 40)}`,
        () => `that ${s.word('joke|movie|song|burger')} is ${s.word('sick|insane|to die for|the bomb')}`,
        () =>
          `my ${s.word('boss|sister|neighbour|cat')} is going to kill me if I forget the ${s.word('milk|keys|cake')} again`,
        () => `happy birthday ${s.firstName()}!! ${s.int(18, 80)} already?`,
        () => `tbh I hate ${s.word('mondays|rain|slow wifi|cilantro|spreadsheets')}`,
        () => `shoot me a text when you are in ${s.city()}`,
        () => `I could murder a ${s.word('curry|sandwich|coffee')} right now`,
      ])(),
    )
    .join('\n')

export const CUSTOMER_MAKERS: Record<string, TextMaker> = {
  banking, insurance, retail, travel, telecom, healthcare, utilities, software, education, logistics, smallTalk,
} // prettier-ignore
