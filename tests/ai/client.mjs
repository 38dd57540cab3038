// Plays a game through `rulewright engine`: each seat takes the option at a place that a small generator draws.
// Usage: node client.mjs GAME SEED COMMAND [ARGUMENT…]; prints the result as JSON.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

class Engine {
  constructor(command, args) {
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = new Map();
    this.next = 1;
    createInterface({ input: this.process.stdout }).on("line", (line) => {
      const { id, ok, error } = JSON.parse(line);
      const { resolve, reject } = this.waiting.get(id);
      this.waiting.delete(id);
      error ? reject(new Error(`${error.code}: ${error.message}`)) : resolve(ok);
    });
  }

  ask(what, words = {}) {
    const id = this.next++;
    this.process.stdin.write(JSON.stringify({ id, do: what, ...words }) + "\n");
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }));
  }

  close() {
    this.process.stdin.end();
  }
}

const [game, seed, command, ...args] = process.argv.slice(2);
const engine = new Engine(command, args);
let position = await engine.ask("new", { game, seed: Number(seed) });
const number = position.game;
let luck = Number(seed);
while (position.seat !== null) {
  luck = (luck * 48271) % 2147483647;
  position = await engine.ask("choose", { game: number, option: position.options[luck % position.options.length] });
}
const wrong = await engine.ask("choose", { game: number, option: "nothing" }).catch((error) => error.message);
console.log(JSON.stringify({ ...position, wrong }));
engine.close();
