"use strict";
// The phone of a room: joins, guesses, listens, and comes back to where it was.
(() => {
  const code = document.body.dataset.room;
  if (!code) return;
  const main = document.getElementById("main");
  const api = `/api/v1/rooms/${code}`;
  const place = `guess-${code}`;
  const sleep = (ms) => new Promise((go) => setTimeout(go, ms));
  const fresh = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
  };
  const load = () => { try { return JSON.parse(localStorage.getItem(place)) || {}; } catch { return {}; } };
  const save = () => { try { localStorage.setItem(place, JSON.stringify(me)); } catch { /* private window */ } };
  let me = load();
  // A form that was sent before this script had come brought the token with its page.
  const given = document.querySelector("input[name=token]");
  if (given) {
    me = { token: given.value, name: document.querySelector("input[name=you]").value };
  }
  if (given) save();
  if (!me.token && !document.getElementById("join")) return;
  const asked = document.getElementById("question");
  const question = () => (room ? room.question : asked ? asked.textContent : "");
  let room = null, result = null, own = null, board = null, told = "", typed = null, drawn = "", busy = false;
  let listening = false, ahead = 0;
  // The room as this phone sees it: the number of its player stands in the token.
  const seat = () => `/players/${me.token.split(".")[2]}`;

  async function ask(path, body, key) {
    const headers = {};
    if (me.token) headers.Authorization = `Bearer ${me.token}`;
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
      headers["Idempotency-Key"] = key;
    }
    const sent = { method: body === undefined ? "GET" : "POST", headers, cache: "no-store" };
    if (body !== undefined) sent.body = JSON.stringify(body);
    for (let pause = 400; ; pause = Math.min(8000, pause * 2)) {
      let why = "No connection.", wait = 0;
      try {
        const reply = await fetch(api + path, sent);
        const found = await reply.json();
        if (reply.ok) {
          if (pause > 400) say(own && !result ? kept() : "");
          return found;
        }
        why = found.error.message;
        wait = Number(reply.headers.get("Retry-After")) || 0;
        const soon = reply.status >= 500 || (reply.status === 429 && wait < 30);
        if (!soon) throw Object.assign(new Error(why), { status: reply.status, kind: found.error.type });
      } catch (error) {
        if (error.status) throw error;
      }
      say(`${why} Trying again …`);
      await sleep(Math.max(pause, 1000 * wait) * (0.7 + 0.6 * Math.random()));
    }
  }

  const el = (name, attributes, ...inside) => {
    const svg = ["svg", "rect", "line", "text", "path"].includes(name);
    const made = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...inside.filter((part) => part !== null && part !== undefined && part !== ""));
    return made;
  };
  function say(text) {
    told = text;
    const line = document.getElementById("told");
    if (line) { line.textContent = text; line.hidden = !text; }
  }

  async function join(event) {
    event.preventDefault();
    const name = document.getElementById("name").value;
    if (busy) return;
    busy = true;
    if (me.joining !== name) { me = { joining: name, key: fresh() }; save(); }
    try {
      const found = await ask("/players", { name }, me.key);
      me = { token: found.token, name: found.name, player: found.player };
      save(); say(""); start();
    } catch (error) { me = {}; save(); say(error.message); }
    busy = false;
  }

  async function guess(event) {
    event.preventDefault();
    const field = document.getElementById("guess");
    const value = Number(field.value);
    if (busy || field.value === "" || !Number.isInteger(value)) return;
    const number = room.round.number;
    busy = true;
    if (!me.pending || me.pending.guess !== value || me.pending.round !== number) {
      me.pending = { guess: value, round: number, key: fresh() };
      save();
    }
    await send();
    busy = false;
  }
  async function send() {
    const { guess: value, round: number, key } = me.pending;
    try {
      const found = await ask(`/rounds/${number}/guesses`, { guess: value }, key);
      own = { guess: found.guess, revision: found.revision };
      typed = null;
      say(kept());
    } catch (error) { lost(error); }
    delete me.pending;
    save(); await look(); draw(true);
  }

  async function look() {
    const last = room && room.round;
    if (!last || !me.token) { result = own = board = null; return; }
    if (room.wall) { result = board = null; return; }
    try {
      const found = await ask(`/rounds/${last.number}`);
      own = found.you || null;
      result = found.phase === "closed" ? found : null;
      if (found.phase === "closed") board = await ask("/leaderboard?limit=10");
    } catch (error) { if (error.status === 401) lost(error); }
  }
  // Something was refused; without a token that counts here, all begins with a name again.
  function lost(error) {
    say(error.message);
    if (error.status !== 401) return;
    me = {}; room = result = own = board = null;
    save(); draw(true);
  }

  // A number that was sent is replaced by the next digit, and no digit goes past the highest one.
  function pad(field) {
    const press = (sign) => () => {
      const begun = typed === null && own ? "" : field.value;
      const next = sign === "⌫" ? field.value.slice(0, -1) : (begun + sign).replace(/^0+(?=\d)/, "");
      if (Number(next) <= room.high) typed = field.value = next;
    };
    const keys = [..."123456789", "⌫", "0"].map((sign) =>
      el("button", { type: "button", class: sign === "0" ? "key wide" : "key", "aria-label": sign === "⌫" ? "Delete" : sign, onclick: press(sign) }, sign));
    return el("div", { class: "pad" }, ...keys);
  }
  function numberField() {
    const value = typed !== null ? typed : own ? String(own.guess) : "";
    const field = el("input", {
      id: "guess", type: "number", inputmode: "numeric", min: room.low, max: room.high, step: 1, required: true, value, autocomplete: "off",
      onbeforeinput: (event) => { if (typed === null && own && event.data) field.value = ""; },
      oninput: () => { if (Number(field.value) > room.high) field.value = typed || ""; typed = field.value; },
    });
    return field;
  }

  function histogram(found) {
    const width = 320, height = 150, low = room.low, span = Math.max(1, room.high - room.low);
    const x = (value) => 12 + (width - 24) * (value - low) / span;
    const bins = new Map();
    const step = Math.max(1, Math.ceil(span / 50));
    for (const [value, many] of found.histogram) {
      const bin = Math.floor((value - low) / step);
      bins.set(bin, (bins.get(bin) || 0) + many);
    }
    const most = Math.max(1, ...bins.values());
    const won = new Set(found.winners.map((one) => Math.floor((one.guess - low) / step)));
    const w = Math.max(2, (width - 24) / (span / step + 1) - 1);
    const parts = [el("line", { class: "axis", x1: 12, x2: width - 12, y1: 120, y2: 120 })];
    for (const [bin, many] of bins) {
      const at = x(low + bin * step), tall = 90 * many / most;
      parts.push(el("rect", { class: won.has(bin) ? "won" : "bar", x: at - w / 2, y: 120 - tall, width: w, height: tall }));
      if (won.has(bin)) parts.push(el("text", { x: at, y: 114 - tall, "text-anchor": "middle" }, "★"));
    }
    if (own) {
      const at = x(own.guess);
      parts.push(el("path", { class: "own", d: `M${at} 122l-6 11h12z` }));
      parts.push(el("text", { x: Math.min(width - 20, Math.max(20, at)), y: 147, "text-anchor": "middle" }, "you"));
    }
    if (found.target_float !== null) {
      const at = Math.min(width - 12, Math.max(12, x(found.target_float)));
      parts.push(el("line", { class: "target", x1: at, x2: at, y1: 14, y2: 120 }));
      parts.push(el("text", { x: Math.min(width - 50, Math.max(50, at)), y: 11, "text-anchor": "middle" }, `target ${found.target_float.toFixed(2)}`));
    }
    parts.push(el("text", { x: 12, y: 134 }, String(low)), el("text", { x: width - 12, y: 134, "text-anchor": "end" }, String(room.high)));
    const label = `Histogram of ${found.count} guesses`;
    return el("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, ...parts);
  }

  function closed() {
    const found = result;
    if (found.target_float === null) return [el("p", {}, `Round ${found.round} is closed; nobody guessed.`)];
    const names = found.winners.slice(0, 5).map((one) => `${one.name} (${one.guess})`).join(", ");
    const more = found.winners.length > 5 ? ` and ${found.winners.length - 5} more` : "";
    const rows = (board ? board.leaderboard : []).map((row) =>
      el("tr", { class: row.name === me.name ? "me" : false }, el("td", { class: "n" }, String(row.rank)), el("td", {}, row.name), el("td", { class: "n" }, String(row.wins)), el("td", { class: "n" }, row.mean_score.toFixed(2))));
    const head = el("tr", {}, el("th", { class: "n" }, "Rank"), el("th", {}, "Name"), el("th", { class: "n" }, "Wins"), el("th", { class: "n" }, "Off by"));
    return [
      el("h2", {}, `Round ${found.round} is closed`),
      own ? el("p", { class: "big" }, own.rank === 1 ? `You win with ${own.guess}!` : `Rank ${own.rank} of ${found.count} with ${own.guess}`) : el("p", {}, "You did not guess in this round."),
      el("p", {}, `The average was ${found.mean.toFixed(2)}, the target ${found.target_float.toFixed(2)}. ★ ${names}${more}`),
      histogram(found),
      rows.length ? el("h2", {}, "Leaderboard") : null,
      rows.length ? el("table", {}, head, ...rows) : null,
      el("p", { class: "muted" }, "Wait here for the next round."),
    ];
  }

  function open() {
    const field = numberField();
    const form = el("form", { onsubmit: guess },
      el("p", { id: "left", class: "left", role: "timer", "aria-live": "off", hidden: true }),
      el("p", {}, `Round ${room.round.number}. ${question()}`),
      el("label", { for: "guess", class: "unseen" }, `Your number, ${room.low} to ${room.high}`), field,
      pad(field), el("button", {}, own ? "Change it" : "Guess"));
    const count = el("p", { id: "count", class: "muted" }, counted());
    return [form, count];
  }
  const wall = () => [
    el("p", { class: "wall" }, "Look at the wall"),
    el("p", {}, own ? `Your guess was ${own.guess}.` : "Your result comes here in a moment."),
  ];
  // The time that is left, by the clock of the service.
  function tick() {
    const line = document.getElementById("left"), last = room && room.round;
    if (!line || !last || last.closes_at === null) return;
    const left = Math.max(0, Math.ceil(last.closes_at - ahead - Date.now() / 1000));
    const text = left < 60 ? `${left} s` : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    line.hidden = false;
    line.classList.toggle("soon", left <= 5);
    if (line.textContent !== text) line.textContent = text;
  }
  setInterval(tick, 200);
  const kept = () => `Your guess ${own.guess} is in. You may change it.`;
  const counted = () => `${room.round.count} of ${room.players} have guessed.`;

  function draw(force) {
    const line = el("p", { id: "told", class: "told", role: "status", hidden: !told }, told);
    if (!me.token) {
      if (drawn === "join" && !force) return;
      drawn = "join";
      const before = document.getElementById("name");  // what was typed before this script came
      const name = el("input", { id: "name", required: true, maxlength: 32, autocomplete: "nickname", value: me.joining || (before ? before.value : "") });
      header();
      main.replaceChildren(line, el("p", { id: "question" }, question()), el("form", { onsubmit: join }, el("label", { for: "name" }, "Your name"), name, el("button", {}, "Join")));
      name.focus();
      return;
    }
    header();
    const last = room && room.round, state = stage();
    const count = document.getElementById("count");
    if (state === drawn && !force) {
      if (count && last) count.textContent = counted();
      return;
    }
    if (state !== drawn && last && last.phase === "open") { typed = null; line.hidden = true; told = ""; }
    if (last && last.phase === "open" && own && !told) { told = kept(); line.textContent = told; line.hidden = false; }
    drawn = state;
    const waiting = () => [el("p", {}, `You are in, ${me.name}. Wait for the first round.`), el("p", {}, question())];
    const inside = !last ? waiting() : last.phase === "open" ? open() : room.wall ? wall() : result ? closed() : [];
    if (last && last.phase === "closed") line.hidden = true;
    main.replaceChildren(line, ...inside.filter(Boolean));
    tick();
    const field = document.getElementById("guess");
    if (field && !own) field.focus();
  }
  const stage = () => (!room || !room.round ? "wait" : `${room.round.phase}-${room.round.number}${room.wall ? "-wall" : ""}`);
  function header() {
    document.getElementById("you").textContent = me.token ? me.name : "";
  }

  async function hear(found) {
    const before = stage(), names = room ? room.names : found.names;
    room = found;
    ahead = room.now - Date.now() / 1000;
    const named = room.you.name !== me.name;
    if (named) { me.name = room.you.name; save(); }
    const again = named || room.names !== names;
    if (stage() !== before || (again && result)) await look();
    draw(again && (result || !room.round));
    if (named) say(`Your name is ${me.name} now. The teacher changed it.`);
  }

  // Where events are refused the room is asked for now and then, and events again each time.
  async function listen() {
    if (listening) return;
    listening = true;
    for (let pause = 500; me.token; pause = Math.min(5000, pause * 1.6)) {
      const silence = new AbortController();
      let alarm = 0;
      const expect = () => { clearTimeout(alarm); alarm = setTimeout(() => silence.abort(), 40000); };
      try {
        const headers = { Authorization: `Bearer ${me.token}` };
        expect();
        const reply = await fetch(`${api}${seat()}/events`, { headers, cache: "no-store", signal: silence.signal });
        if (!reply.ok) { clearTimeout(alarm); await hear(await ask(`${seat()}/room`)); }
        else {
          pause = 500;
          const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
          for (let text = ""; ;) {
            const { value, done } = await reader.read();
            if (done) break;
            expect();
            text += value;
            const parts = text.split("\n\n");
            text = parts.pop();
            for (const part of parts) {
              const data = part.split("\n").find((row) => row.startsWith("data: "));
              if (data) await hear(JSON.parse(data.slice(6)));
            }
          }
        }
      } catch (error) { if (error.status) lost(error); /* else the next try says more */ }
      clearTimeout(alarm);
      await sleep(pause * (0.7 + 0.6 * Math.random()));
    }
    listening = false;
  }

  async function start() {
    try { await hear(await ask(`${seat()}/room`)); } catch (error) { lost(error); }
    draw(true);
    if (me.token && me.pending) await send();
    if (me.token) listen();
  }
  // Who has not joined asks for nothing: the join alone counts against what an address may ask.
  if (me.token) start(); else draw(true);
  document.addEventListener("visibilitychange", async () => {
    if (!document.hidden && me.token) { try { await hear(await ask(`${seat()}/room`)); } catch (error) { lost(error); } }
  });
})();
