// Numbered, independent pieces of work on several threads.
//
//   Pool pool(4);
//   pool.run(blocks, [&](std::size_t block, std::size_t thread) { loss[block] = ...; });
//
// Each piece is done once, by one thread, and knows nothing of the others: what it leaves cannot depend on the number
// of threads. The calling thread works too.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace stickslip::batch {

// Asked and told between pieces of work, by one thread at a time. Either may be left empty.
struct Watch {
  std::function<bool()> cancelled = {};                                  // true: no further piece is begun
  std::function<void(std::size_t done, std::size_t all)> progress = {};  // after each piece
};

class Pool {
 public:
  // 0 threads: as many as the machine has processors.
  explicit Pool(std::size_t threads = 0);
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool();

  std::size_t threads() const;

  using Work = std::function<void(std::size_t piece, std::size_t thread)>;

  // Calls work(piece, thread) once for every piece in [0, count); `thread` < threads(), for a workspace per thread.
  // Pieces are begun in rising order. Returns how many were done: fewer than count when the watch cancelled. The first
  // exception of a piece (or of the watch) stops the others likewise and leaves from here.
  // One call at a time; not from inside a piece.
  std::size_t run(std::size_t count, const Work& work, const Watch& watch = {});

 private:
  struct Shared;
  std::unique_ptr<Shared> shared_;
};

}  // namespace stickslip::batch
