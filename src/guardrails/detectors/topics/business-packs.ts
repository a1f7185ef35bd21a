/**
 * Word lists for common topics, so that the label of a topic is sufficient configuration. `names` are the labels that select
 * the pack, compared by stem. A `strong` term identifies the topic alone, a `weak` term only together with others. The lists
 * were written from general knowledge, not from a data set.
 */
export interface TopicPack {
  names: string
  strong: string
  weak: string
}

export const BUSINESS_PACKS: readonly TopicPack[] = [
  {
    names: 'banking, bank, finance, personal finance, accounts, payments, money',
    strong:
      'bank, bank account, checking account, savings account, my account, account number, account balance, balance in, account, ' +
      'routing number, iban, swift code, sort code, wire transfer, transfer money, transfer funds, send money, overdraft, overdrawn, ' +
      'bank statement, transaction, atm, teller, debit card, pin, pin number, pin code, deposit, withdraw, withdrawal, loan, mortgage, ' +
      'interest rate, apy, standing order, direct debit, payee, cheque, checkbook, order checks, bill pay, pay bill, pay off, ' +
      'bill due, minimum payment, fraud, fraudulent, unauthorized charge, freeze account, account frozen, account blocked, ' +
      'account locked, spending history, savings, online banking, joint account, cashier check, money order, electric bill, ' +
      'water bill, phone bill, cable bill, gas bill, utility bill, internet bill, rent payment',
    weak:
      'bill, balance, transfer, checks, checking, payment, pay, paid, spend, spent, money, cash, fund, fee, charge, charged, dollar, ' +
      'amount, owe, due, interest, saving, purchase, statement, branch, credit, card, debit, freeze, blocked, locked, suspicious, ' +
      'hold, minimum, afford, financial, borrow, lend, refinance, utility',
  },
  {
    names: 'credit card, credit, cards, card services, card',
    strong:
      'credit card, card, visa card, mastercard, amex, american express, visa, discover card, credit limit, credit line, credit score, ' +
      'credit rating, credit report, credit bureau, apr, cash advance, annual fee, foreign transaction fee, international fee, ' +
      'transaction fee, card declined, lost card, stolen card, replacement card, new card, rewards, reward point, cashback, cash back, ' +
      'cvv, security code, chargeback, balance transfer, fico, card application, raise limit, increase limit, loyalty point',
    weak:
      'credit, limit, declined, expire, expiration, expiry, replacement, stolen, point, redeem, reward, apply, application, ' +
      'approve, fee, charge, swipe, chip, purchase, damaged, payment, debt, score, abroad fee, plastic, interest, earn',
  },
  {
    names:
      'investment advice, investing, investment, stocks, trading, wealth, crypto, cryptocurrency, financial advice',
    strong:
      'invest, investment, investor, stock, share price, stock market, portfolio, etf, index fund, mutual fund, bond, dividend, ' +
      'broker, brokerage, hedge fund, bitcoin, ethereum, crypto, cryptocurrency, forex, futures contract, options trading, ' +
      'day trading, short selling, bull market, bear market, ipo, nasdaq, dow jones, asset allocation, treasury bond, blockchain',
    weak: 'share, trade, trading, market, return, risk, yield, fund, buy, sell, gold, retire, wealth, profit, ticker, hold',
  },
  {
    names: 'insurance, policies, claims',
    strong:
      'insurance, insurer, insured, premium, deductible, copay, claim adjuster, underwriter, coverage, policyholder, life policy',
    weak: 'policy, claim, plan, benefit, cover, beneficiary, provider, enrol, quote',
  },
  {
    names: 'taxes, tax, accounting, tax advice',
    strong:
      'tax, taxes, irs, w2, 1099, tax return, deduction, vat, income tax, accountant, tax refund, withholding, bookkeeping',
    weak: 'refund, audit, file, income, form, exemption, fiscal, ledger',
  },
  {
    names: 'work, hr, human resources, job, employment, career, payroll, workplace, office, recruiting',
    strong:
      'pto, paid time off, vacation day, day off, sick leave, payday, paycheck, payroll, salary, direct deposit, 401k, rollover, ' +
      'schedule meeting, meeting, meeting room, boss, coworker, colleague, human resources, resume, cover letter, job interview, ' +
      'promotion, w2, holiday, overtime, employer, employee, maternity leave, resign, onboarding, recruiter, performance review',
    weak: 'job, work, office, leave, vacation, request, schedule, raise, income, earn, team, manager, shift, hire, career, benefit, paid',
  },
  {
    names: 'shopping, orders, order, retail, delivery, ecommerce, returns, purchases, products, shipping',
    strong:
      'order status, place order, shipping, delivery, package, tracking number, refund, shopping list, shopping cart, checkout, ' +
      'return policy, coupon, discount code, out of stock, online store, warranty, amazon, invoice, grocery list, add to list',
    weak: 'order, shop, store, buy, item, product, ship, deliver, return, purchase, size, price, cost, cart, arrive, list, groceries',
  },
  {
    names:
      'support, technical support, customer support, customer service, it help, troubleshooting, helpdesk, technology',
    strong:
      'reset password, log in, login, error message, bug, crash, troubleshoot, install, reinstall, software update, customer service, ' +
      'helpdesk, support ticket, wifi, router, reboot, driver update, two factor, sync, bluetooth, firmware, connect device, device',
    weak: 'password, error, update, broken, setting, reset, connect, phone, app, website, screen, restart, slow, account access, server',
  },
  {
    names: 'programming, coding, software, software development, code, engineering',
    strong:
      'python, javascript, typescript, java, sql, function, compile, compiler, debug, algorithm, api, source code, regex, git, github, ' +
      'docker, kubernetes, unit test, stack trace, database query, programming, codebase, html, css, rust, recursion',
    weak: 'code, script, class, array, loop, server, library, variable, database, query, program, deploy, software',
  },
  {
    names: 'marketing, advertising, sales, seo',
    strong:
      'marketing, seo, advertising, ad campaign, sales funnel, lead generation, brand awareness, newsletter, landing page, copywriting',
    weak: 'brand, campaign, customer, audience, sale, promote, slogan, conversion, market',
  },
  {
    names: 'real estate, housing, property, rent, renting',
    strong:
      'real estate, landlord, tenant, apartment, lease, realtor, rental property, home buying, open house, eviction, square foot',
    weak: 'rent, house, property, flat, neighborhood, move, deposit, listing',
  },
  {
    names: 'education, school, homework, learning, tutoring, science, mathematics',
    strong:
      'homework, essay, exam, university, college, tuition, student, teacher, professor, lecture, curriculum, algebra, calculus, ' +
      'geometry, physics, chemistry, biology, thesis, equation, classroom, kindergarten',
    weak: 'school, study, learn, class, grade, test, course, history, math, science, book, degree, explain, theory',
  },
]
