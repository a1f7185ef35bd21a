/**
 * Word lists for common topics, so that the label of a topic is sufficient configuration. `names` are the labels that select
 * the pack, compared by stem. A `strong` term identifies the topic alone, a `weak` term only together with others. The lists
 * name the things, people, documents and events of a domain, as its glossaries and forms do. They were written from general
 * knowledge; no data set was consulted, and no list of intents was used.
 */
export interface TopicPack {
  names: string
  strong: string
  weak: string
  /** Packs whose words are usual in this topic, too, so that they are no evidence against it. */
  related?: string
}

export const BUSINESS_PACKS: readonly TopicPack[] = [
  {
    names: 'banking, bank, finance, personal finance, accounts, payments, money',
    related: 'credit card, support, shopping, insurance, tax, real estate, work',
    strong:
      'bank, banker, account, current account, savings, balance, overdraft, overdrawn, statement, transaction, transfer, wire, remittance, ' +
      'payee, beneficiary, recipient, standing order, direct debit, deposit, withdraw, withdrawal, cash machine, cashpoint, atm, teller, branch, ' +
      'iban, swift, bic, sort code, routing number, cheque, check deposit, loan, mortgage, lender, instalment, installment, repayment, interest, interest rate, apr, ' +
      'debit card, credit card, card, pin, passcode, cvv, contactless, chargeback, refund, top up, topped up, pending payment, payment, ' +
      'exchange rate, currency, foreign exchange, dollar, euro, pound, fee, charge, charged, fraud, scam, phishing, unauthorised, unauthorized, ' +
      'identity check, verify identity, verification, proof of address, two factor code, mobile banking, online banking, wallet, apple pay, google pay, ' +
      'send money, receive money, my money, salary, paycheck, pay slip, pension, escrow, bond, guarantor, collateral, credit score, credit limit, debt, arrears, ' +
      'bankruptcy, budget, sepa, ach, clearing, settlement, merchant, point of sale, cashback, safe deposit box, value date, student loan, wages, credit bureau, credit rating, notary, power of attorney, joint holder',
    weak:
      'bill, pay, paid, spend, spent, money, cash, fund, owe, due, amount, price, cost, saving, purchase, credit, debit, freeze, frozen, block, blocked, unblock, ' +
      'locked, suspicious, hold, minimum, limit, afford, financial, borrow, lend, refinance, activate, cancel, declined, decline, rejected, reject, failed, fail, ' +
      'reverted, reversed, duplicate, twice, wrong, missing, stolen, lost, arrive, delivery, deliver, received, receive, receipt, expire, expired, expiry, valid, verify, identity, ' +
      'passport, document, address, details, app, phone, device, number, code, password, login, sign, register, open, close, apply, application, eligible, ' +
      'age, country, abroad, europe, uk, us, gbp, usd, eur, rate, convert, exchange, auto, automatic, monthly, weekly, recurring, subscription, virtual, physical, disposable, plastic, ' +
      'chip, swipe, tap, machine, shop, store, merchant, seller, online, order, reference, pending, processing, process, complete, completed, confirm, cleared, extra, ' +
      'hidden, cheaper, free, support, visa, mastercard, link, linked, source, top, available, use, work, working, change, update, reset, history, proof, contact, child, partner, ' +
      'customer, income, category, access, trusted, fingerprint, message, increase, raise, rent, landlord, per day, take out, adviser, advisor, complaint, seller, dispute, choose, ' +
      'refused, activate, wife, husband, daughter, son, business, supplier, currency, notification, limit',
  },
  {
    names: 'credit card, credit, cards, card services, card',
    related: 'banking, support, shopping, insurance',
    strong:
      'credit card, card, cardholder, visa, mastercard, amex, american express, maestro, credit limit, credit line, credit score, credit history, ' +
      'annual fee, cash advance, balance transfer, revolving, cvv, security code, chargeback, dispute, contactless, cashback, reward, bonus point, air mile, ' +
      'lounge access, grace period, late fee, issuer, card number, plastic, magnetic stripe, card reader, pin, frozen card, virtual card, prepaid',
    weak:
      'credit, limit, declined, rejected, expire, expiry, valid, replacement, stolen, lost, damaged, point, redeem, apply, application, approve, fee, charge, charged, ' +
      'swipe, tap, chip, purchase, payment, pay, debt, score, interest, earn, abroad, activate, block, unblock, arrive, delivery, delivered, number, statement, merchant, atm, cash, online',
  },
  {
    names:
      'investment advice, investing, investment, stocks, trading, wealth, crypto, cryptocurrency, financial advice',
    strong:
      'invest, investment, investor, stock, shareholder, stock market, portfolio, etf, index fund, mutual fund, dividend, broker, brokerage, hedge fund, ' +
      'bitcoin, ethereum, crypto, cryptocurrency, token sale, forex, derivative, futures, call option, put option, short position, bull market, bear market, ' +
      'ipo, nasdaq, dow jones, ftse, asset allocation, treasury, blockchain, private equity, venture capital, annuity',
    weak: 'share, trade, trading, market, return, risk, yield, fund, buy, sell, gold, silver, retire, wealth, profit, loss, ticker, hold, volatile, diversify, rally, crash',
  },
  {
    names: 'insurance, policies, claims',
    strong:
      'insurance, insurer, insured, insure, underwriter, deductible, copay, policyholder, coverage, no claims bonus, third party cover, loss adjuster, ' +
      'reinsurance, actuary, life cover, liability cover, exclusion clause, insured event, surrender value, premium',
    weak: 'policy, claim, plan, benefit, cover, covered, beneficiary, provider, enrol, quote, excess, damage, accident, renew, broker, terminate',
  },
  {
    names: 'taxes, tax, accounting, tax advice',
    strong:
      'tax, taxes, taxable, income tax, vat, sales tax, tax return, tax refund, deduction, deductible expense, withholding, accountant, bookkeeping, ' +
      'balance sheet, depreciation, audit, auditor, capital gain, inheritance tax, tax bracket, tax office, fiscal year, ledger, invoice, payroll tax',
    weak: 'refund, file, income, form, exemption, fiscal, expense, receipt, declare, revenue, deadline, self employed, allowance',
  },
  {
    names: 'work, hr, human resources, job, employment, career, payroll, workplace, office, recruiting',
    strong:
      'employer, employee, employment, human resources, annual leave, sick leave, parental leave, maternity leave, overtime, payroll, salary, wage, ' +
      'notice period, probation, redundancy, severance, dismissal, resignation, resign, recruiter, vacancy, job interview, job offer, curriculum vitae, resume, ' +
      'cover letter, appraisal, performance review, promotion, onboarding, timesheet, shift rota, works council, trade union, coworker, colleague, boss, line manager, remote work',
    weak: 'job, work, office, leave, vacation, holiday, request, raise, team, manager, shift, hire, career, benefit, contract, meeting, training, deadline, department',
  },
  {
    names: 'shopping, orders, order, retail, delivery, ecommerce, returns, purchases, products, shipping',
    strong:
      'shipping, delivery, parcel, package, courier, tracking number, refund, shopping cart, basket, checkout, return label, exchange policy, voucher, coupon, promo code, ' +
      'out of stock, back order, online shop, online store, warranty, invoice, gift card, wish list, catalogue, warehouse, pick up point, size chart, unboxing, retailer',
    weak: 'order, shop, store, buy, bought, item, product, ship, deliver, return, purchase, size, price, cost, cart, arrive, sale, discount, stock, damaged, exchange, customer',
  },
  {
    names:
      'support, technical support, customer support, customer service, it help, troubleshooting, helpdesk, technology',
    strong:
      'reset password, log in, login, error message, error code, bug, crash, troubleshoot, install, reinstall, uninstall, software update, customer service, ' +
      'helpdesk, support ticket, wifi, router, modem, reboot, restart, driver, two factor, backup, bluetooth, firmware, network, printer, antivirus, browser, operating system, screen freezes',
    weak: 'password, error, update, broken, setting, reset, connect, phone, app, website, screen, slow, account access, server, device, cable, battery, download, version, username',
  },
  {
    names: 'programming, coding, software, software development, code, engineering',
    strong:
      'python, javascript, typescript, java, kotlin, sql, function, compile, compiler, debug, debugger, algorithm, api, source code, regex, git, github, pull request, ' +
      'docker, kubernetes, unit test, stack trace, exception, programming, programmer, codebase, html, css, rust, recursion, framework, repository, pointer, refactor, backend, frontend',
    weak: 'code, script, class, array, loop, server, library, variable, database, query, program, deploy, software, string, object, thread, test, build',
  },
  {
    names: 'marketing, advertising, sales, seo',
    strong:
      'marketing, seo, advertising, advertisement, ad campaign, sales funnel, lead generation, brand awareness, newsletter, landing page, copywriting, click rate, influencer, market share, target group',
    weak: 'brand, campaign, customer, audience, sale, promote, slogan, conversion, market, pitch, lead, survey',
  },
  {
    names: 'real estate, housing, property, rent, renting',
    strong:
      'real estate, landlord, landlady, tenant, apartment, lease, estate agent, realtor, freehold, leasehold, rental property, viewing appointment, eviction, square metre, square foot, land register, bedroom flat',
    weak: 'rent, house, property, flat, neighborhood, neighbourhood, move, deposit, listing, agent, heating, balcony',
  },
  {
    names: 'education, school, homework, learning, tutoring, science, mathematics',
    strong:
      'homework, essay, exam, university, college, tuition, student, teacher, pupil, professor, lecture, seminar, curriculum, syllabus, algebra, calculus, ' +
      'geometry, physics, chemistry, biology, thesis, dissertation, equation, classroom, kindergarten, scholarship, diploma, semester',
    weak: 'school, study, learn, class, grade, test, course, history, math, science, book, degree, explain, theory, term, lesson',
  },
]
