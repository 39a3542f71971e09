// superflip for C: read cubes, solve them, scramble them, and treat them as numbers.
//
//   sf_engine* engine;
//   sf_reading* cube;
//   sf_answer* answer;
//   sf_question* question = sf_question_create();
//   if (sf_engine_create(NULL, &engine, NULL) == SF_OK &&
//       sf_read("R U2 F' L D B2", SF_TO_END, SF_ANY_FORMAT, &cube, NULL) == SF_OK &&
//       sf_question_set_reading(question, cube) == SF_OK &&
//       sf_engine_solve(engine, question, NULL, &answer, NULL) == SF_OK)
//     puts(sf_answer_text(answer, 0));
//
// docs/c.md explains it with a whole program. The language is C99 or any C++; link with `pkg-config --libs
// superflip-c`.
//
// Status. Functions that can fail return an sf_status: SF_OK, or what went wrong. The numbers never change. Where there
// is a last parameter `sf_error** error`, it receives an object with a sentence for a person and the details. It may be
// NULL. Otherwise *error is set in any case: to NULL on success, else to an object that the caller frees with
// sf_error_free. What it pointed to before is not freed.
//
// Nonsense. A NULL pointer, a number out of range or a size that overflows is SF_BAD_OPTION, never a crash. Functions
// that return no status give 0, NULL or -1 then, as they say. Exceptions: a pointer to memory that is smaller than the
// function says, a handle that was freed, and a text without its end. Shortage of memory is SF_OUT_OF_MEMORY, in every
// function; no function throws or ends the process.
//
// Ownership. What a function gives through a parameter `sf_xyz** xyz` belongs to the caller, who frees it with
// sf_xyz_free; *xyz is NULL when the function fails. Freeing NULL does nothing. A `const char*` or another pointer that
// a function returns belongs to the object it was asked of, and is valid as long as that object. A `char** text` gives
// a text that is freed with sf_string_free. What is passed to a function stays the caller's, and is copied where it is
// kept, except for cancel handles and `user` pointers.
//
// Threads. An sf_engine may be used by any number of threads at once; make one for a program. Of all other objects, any
// number of threads may read the same one, as long as none changes it; functions that only read take it as const. An
// sf_cancel may be set and read by any thread at any time. Texts that belong to no object are constants.
//
// Growth. Objects are opaque and get more functions. A struct that begins with `size` may get more members at its end:
// the caller sets `size` to sizeof of its struct, and only so many bytes are written. (sf_event is written by the
// library, which sets `size`.) Enumerations may get more values.
#ifndef SUPERFLIP_SUPERFLIP_C_H
#define SUPERFLIP_SUPERFLIP_C_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define SF_API __attribute__((visibility("default")))
#else
#define SF_API
#endif

#ifdef __cplusplus
#if __cplusplus >= 201103L
#define SF_NOTHROW noexcept
#else
#define SF_NOTHROW throw()
#endif
extern "C" {
#else
#define SF_NOTHROW
#endif

// ---------------------------------------------------------------------------------------------------------------------
// Version
// ---------------------------------------------------------------------------------------------------------------------

#define SF_VERSION_MAJOR 0
#define SF_VERSION_MINOR 2
#define SF_VERSION_PATCH 0
// 200 for 0.2.0. As long as the major version is 0, a new minor version may change this interface, and has another
// soname.
#define SF_VERSION_NUMBER (SF_VERSION_MAJOR * 10000 + SF_VERSION_MINOR * 100 + SF_VERSION_PATCH)

// Of the library that runs: "0.2.0", and as SF_VERSION_NUMBER.
SF_API const char* sf_version(void) SF_NOTHROW;
SF_API int sf_version_number(void) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Status and errors
// ---------------------------------------------------------------------------------------------------------------------

typedef int sf_status;
enum {
  SF_OK = 0,
  SF_UNREADABLE = 1,     // a text that is in no accepted format, or bytes that are no cube
  SF_IMPOSSIBLE = 2,     // no turns of faces lead to this cube
  SF_BAD_OPTION = 3,     // an argument, option, coordinate, move set or question that makes no sense
  SF_NO_SOLUTION = 4,    // no scramble of the wanted form was found; sf_engine_solve never returns it
  SF_STOPPED = 5,        // the caller asked to stop
  SF_OUT_OF_MEMORY = 6,  // the memory that is there or allowed does not suffice
  SF_SYSTEM = 7,         // a file, a lock or a thread: the operating system failed
  SF_INTERNAL = 8        // a defect of superflip
};

// "ok", "unreadable", ..., "out of memory", ...; "unknown" for another number.
SF_API const char* sf_status_name(sf_status status) SF_NOTHROW;
// A sentence that says what the status means.
SF_API const char* sf_status_text(sf_status status) SF_NOTHROW;

// What went wrong, with all details.
typedef struct sf_error sf_error;

// The status that the function returned; SF_BAD_OPTION for NULL.
SF_API sf_status sf_error_status(const sf_error* error) SF_NOTHROW;
// One sentence: what is wrong, where, and what was expected. NULL for NULL.
SF_API const char* sf_error_message(const sf_error* error) SF_NOTHROW;
// Where in the text: the number of characters (UTF-8 code points) before the place. -1 if the error has no place.
SF_API ptrdiff_t sf_error_position(const sf_error* error) SF_NOTHROW;

// The diagnosis of a cube that could not be read or is impossible. All faults, each one sentence. 0 and NULL where
// there is no diagnosis, or i is out of range.
SF_API size_t sf_error_problem_count(const sf_error* error) SF_NOTHROW;
SF_API const char* sf_error_problem(const sf_error* error, size_t i) SF_NOTHROW;
// How the text was understood: colours, holding.
SF_API size_t sf_error_note_count(const sf_error* error) SF_NOTHROW;
SF_API const char* sf_error_note(const sf_error* error, size_t i) SF_NOTHROW;
// The smallest repair, "flip the edge at UF"; "" if none is known.
SF_API const char* sf_error_repair(const sf_error* error) SF_NOTHROW;
// How many repairs of that size there are; 0 if none is known.
SF_API int sf_error_ways(const sf_error* error) SF_NOTHROW;

// A cube as 32 bytes. Byte i < 8 of `corner` holds piece | twist << 4 of the corner in place i, in the order URF UFL
// ULB UBR DFR DLF DBL DRB, with the twist 0..2 clockwise. Byte 8 + f holds 8 + centre | turn << 4 of the centre on face
// f, faces in the order U R F D L B. Byte i < 12 of `edge` holds piece | flip << 4, in the order UR UF UL UB DR DF DL
// DB FR FL BL BR. All other bytes hold their own number. A cube from outside is checked wherever it is used.
typedef struct sf_cube {
  uint8_t corner[16];
  uint8_t edge[16];
} sf_cube;

// The cube after the repair; if sf_error_ways is greater than 1, after one of them. Returns 1, or 0 if there is none.
SF_API int sf_error_repaired(const sf_error* error, sf_cube* cube) SF_NOTHROW;

// The error as one line of JSON, with a newline at its end: {"schema": 1, "error": ..., "kind": ..., "position": ...,
// "diagnosis": {...}}.
SF_API sf_status sf_error_json(const sf_error* error, char** json) SF_NOTHROW;
SF_API void sf_error_free(sf_error* error) SF_NOTHROW;

// Frees a text that a function gave through a `char**`.
SF_API void sf_string_free(char* text) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Reading a cube
// ---------------------------------------------------------------------------------------------------------------------

typedef int sf_format;
enum {
  SF_FORMAT_MOVES = 0,            // R U2 F'
  SF_FORMAT_FACELETS = 1,         // 54 stickers, faces U R F D L B, each row by row; any six letters, any holding
  SF_FORMAT_REID = 2,             // UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR
  SF_FORMAT_KOCIEMBA_CUBIES = 3,  // (URF,0)(UFL,0)...(BR,0)
  SF_FORMAT_JSON = 4,             // {"corners": {"permutation": [...], "orientation": [...]}, "edges": {...}}
  SF_FORMAT_PACKED69 = 5,         // a number below 2^69
  SF_FORMAT_PACKED71 = 6,         // a number below 2^71
  SF_FORMAT_RANK = 7              // the number of the cube among the 43252003274489856000 that face turns reach
};

// "moves", "facelets", "reid", "kociemba-cubies", "json", "packed69", "packed71", "rank"; NULL for another number.
SF_API const char* sf_format_name(sf_format format) SF_NOTHROW;

// Which formats a text may have: SF_ANY_FORMAT, or the sum of SF_ACCEPT(format) for some. One alone is forced; among
// several, the text's own is recognised. A plain number is not recognised, so its format must be forced. A sum that
// holds a number that is no format is SF_BAD_OPTION.
#define SF_ANY_FORMAT 0u
#define SF_ACCEPT(format) ((format) >= 0 && (format) < 16 ? 1u << ((format)&15) : 0x80000000u)
// Added to the formats: (F' L) in moves are moves on the inverse (NISS).
#define SF_ACCEPT_NISS 0x10000u
// Added to the formats: some of 54 facelets may be unknown, ?. A question takes such a reading as a whole
// (sf_question_set_reading, sf_question_set_goal_reading); sf_reading_completions lists the cubes that it may be.
// sf_read_pocket does not read it.
#define SF_ACCEPT_INCOMPLETE 0x20000u

// The size of a text that ends with its first zero byte.
#define SF_TO_END SIZE_MAX

// A cube that was read.
typedef struct sf_reading sf_reading;

// Reads a 3x3x3 from `size` bytes of UTF-8, or up to the first zero byte with SF_TO_END. At most 65536 bytes are
// accepted. Errors: SF_UNREADABLE and SF_IMPOSSIBLE, both with a diagnosis in `error`.
SF_API sf_status sf_read(const char* text, size_t size, unsigned accept, sf_reading** reading,
                         sf_error** error) SF_NOTHROW;
// The same for a 2x2x2: 24 stickers, or the corners of a 3x3x3 in any of its formats.
SF_API sf_status sf_read_pocket(const char* text, size_t size, unsigned accept, sf_reading** reading,
                                sf_error** error) SF_NOTHROW;
// Reads a 3x3x3 of which it is known how its facelets were written down. `order`: the order of the faces, as "ULFRBD";
// a net has commas, as "U,LFRB,D", and "D2" is D turned by half a turn.
// `holding`: the face that is up and the one in front, as "FR". Both end with a zero byte; NULL is recognised. What is
// no order or no holding is SF_BAD_OPTION.
SF_API sf_status sf_read_listed(const char* text, size_t size, unsigned accept, const char* order, const char* holding,
                                sf_reading** reading, sf_error** error) SF_NOTHROW;

// The cube as it is when it is held with U up and F in front. A 2x2x2 is given as it is held. Of an incomplete cube it
// is one that has the known facelets.
SF_API sf_status sf_reading_cube(const sf_reading* reading, sf_cube* cube) SF_NOTHROW;
// 1 if several cubes have the known facelets, else 0.
SF_API int sf_reading_is_incomplete(const sf_reading* reading) SF_NOTHROW;
// Hears of one cube, which belongs to the library and is valid until this returns. Returns 0 to go on; anything else
// ends the list. It may call every function of the library, and must return: no longjmp and no C++ exception.
typedef int (*sf_cube_visitor)(const sf_cube* cube, void* user);
// Calls `visit` with each cube that has the known facelets, always in the same order, with U up and F in front; of a
// reading that is not incomplete with its cube. That `visit` ended the list is no error. Errors: SF_BAD_OPTION, also
// for a 2x2x2, and SF_OUT_OF_MEMORY.
SF_API sf_status sf_reading_completions(const sf_reading* reading, sf_cube_visitor visit, void* user,
                                        sf_error** error) SF_NOTHROW;
// How many they are; UINT64_MAX if they are that many or more. Errors: the same.
SF_API sf_status sf_reading_completion_count(const sf_reading* reading, uint64_t* count, sf_error** error) SF_NOTHROW;
// How the cube is held: the number 0..47 of the rotation that carries its faces from there to where they were; 0 is U
// up and F in front. -1 for NULL.
SF_API int sf_reading_held(const sf_reading* reading) SF_NOTHROW;
// What the text was taken for; -1 for NULL.
SF_API sf_format sf_reading_format(const sf_reading* reading) SF_NOTHROW;
// How the text was understood, in sentences; none for a text in plain standard form.
SF_API size_t sf_reading_note_count(const sf_reading* reading) SF_NOTHROW;
SF_API const char* sf_reading_note(const sf_reading* reading, size_t i) SF_NOTHROW;
// The other cubes that the facelets show if the faces were listed in another order; a note says so. Mostly none.
SF_API size_t sf_reading_other_count(const sf_reading* reading) SF_NOTHROW;
// That order, "ULFRBD", or a net, "U,LFRB,D": sf_read_listed() takes it. NULL if there is no such reading.
SF_API const char* sf_reading_other_layout(const sf_reading* reading, size_t i) SF_NOTHROW;
// As sf_reading_cube and sf_reading_held.
SF_API sf_status sf_reading_other_cube(const sf_reading* reading, size_t i, sf_cube* cube) SF_NOTHROW;
SF_API int sf_reading_other_held(const sf_reading* reading, size_t i) SF_NOTHROW;
SF_API void sf_reading_free(sf_reading* reading) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Cubes
// ---------------------------------------------------------------------------------------------------------------------

// The solved cube. It never fails.
SF_API sf_cube sf_cube_solved(void) SF_NOTHROW;

// SF_OK if face turns lead to this cube. Errors: SF_IMPOSSIBLE with a diagnosis; SF_UNREADABLE if it is no cube at all,
// because a piece is missing or a byte is out of range; this holds for all functions that take a cube.
SF_API sf_status sf_cube_check(const sf_cube* cube, sf_error** error) SF_NOTHROW;

// The cube in any format except moves, which need a search (sf_engine_word_to). Only for a rank must it be possible.
// Errors: SF_BAD_OPTION, SF_UNREADABLE, SF_IMPOSSIBLE.
SF_API sf_status sf_cube_write(const sf_cube* cube, sf_format format, char** text, sf_error** error) SF_NOTHROW;

// Its 54 letters, or the 24 of its corners, and a zero byte, written to the caller's memory. Errors: SF_BAD_OPTION,
// SF_UNREADABLE.
#define SF_FACELETS_SIZE 55
#define SF_POCKET_FACELETS_SIZE 25
SF_API sf_status sf_cube_facelets(const sf_cube* cube, char text[SF_FACELETS_SIZE]) SF_NOTHROW;
SF_API sf_status sf_cube_pocket_facelets(const sf_cube* cube, char text[SF_POCKET_FACELETS_SIZE]) SF_NOTHROW;

// The cube as a number high * 2^64 + low, and back. `format` is SF_FORMAT_PACKED69, SF_FORMAT_PACKED71 or
// SF_FORMAT_RANK; 0 is the solved cube in each. Errors: SF_BAD_OPTION; SF_IMPOSSIBLE for the rank of a cube that has
// none; SF_UNREADABLE for a number that stands for no cube.
SF_API sf_status sf_cube_pack(const sf_cube* cube, sf_format format, uint64_t* high, uint64_t* low,
                              sf_error** error) SF_NOTHROW;
SF_API sf_status sf_cube_unpack(sf_format format, uint64_t high, uint64_t low, sf_cube* cube,
                                sf_error** error) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Moves
// ---------------------------------------------------------------------------------------------------------------------

// A turn of a face is a number 0..17: U U2 U' R R2 R' F F2 F' D D2 D' L L2 L' B B2 B'.

typedef int sf_metric;
enum {
  SF_HTM = 0,  // a turn of a face, by any angle
  SF_QTM = 1,  // a quarter turn of a face, so that a half turn counts 2
  SF_STM = 2,  // a turn of a face or of a slice
  SF_ATM = 3   // a turn of a face, or of two opposite faces together
};

// What moves do to the centres.
typedef int sf_centres;
enum {
  SF_CENTRES_FIXED = 0,  // nothing: slices are pairs of face turns, and rotations vanish
  SF_CENTRES_MOVED = 1,  // slices, wide moves and rotations carry them
  SF_CENTRES_TURNED = 2  // and every turn of a face turns its own, as on a supercube
};

// A sequence of face turns, and a rotation of the whole cube after them. It never changes.
typedef struct sf_moves sf_moves;

// Reads moves as people write them: face turns, wide moves, slices, rotations, brackets, commutators. The centres are
// taken as fixed. At most 10000 turns. Error: SF_UNREADABLE, with a position.
SF_API sf_status sf_moves_parse(const char* text, size_t size, sf_moves** moves, sf_error** error) SF_NOTHROW;
// From `count` numbers of turns. Error: SF_BAD_OPTION, for a number that is no turn.
SF_API sf_status sf_moves_create(const uint8_t* turns, size_t count, sf_moves** moves, sf_error** error) SF_NOTHROW;
// The moves that undo these, with the rotation that undoes theirs.
SF_API sf_status sf_moves_inverse(const sf_moves* moves, sf_moves** inverse, sf_error** error) SF_NOTHROW;
// The same moves with neighbouring turns of a face joined; a rotation after them stays.
SF_API sf_status sf_moves_normalise(const sf_moves* moves, sf_moves** normal, sf_error** error) SF_NOTHROW;

// The turns without the rotation after them: "R U2 F'"; "" for no turns.
SF_API const char* sf_moves_text(const sf_moves* moves) SF_NOTHROW;
SF_API size_t sf_moves_count(const sf_moves* moves) SF_NOTHROW;
// The numbers of the turns, sf_moves_count of them.
SF_API const uint8_t* sf_moves_turns(const sf_moves* moves) SF_NOTHROW;
// Their length in a metric: in SF_STM and SF_ATM that of the normalised moves. -1 for NULL, or for a
// number that is no metric.
SF_API int sf_moves_length(const sf_moves* moves, sf_metric metric) SF_NOTHROW;
// The number 0..47 of the rotation after the turns; 0 is none. -1 for NULL.
SF_API int sf_moves_rotation(const sf_moves* moves) SF_NOTHROW;
SF_API void sf_moves_free(sf_moves* moves) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Questions
// ---------------------------------------------------------------------------------------------------------------------

typedef int sf_puzzle;
enum { SF_3X3X3 = 0, SF_2X2X2 = 1 };

typedef int sf_want;
enum {
  SF_WANT_GOOD = 0,      // a short word soon, and shorter ones until the budget ends
  SF_WANT_SHORTEST = 1,  // the shortest words, proven
  SF_WANT_ALL = 2        // every word of at most `within` moves more than the shortest has
};

typedef int sf_solver;
enum {
  SF_SOLVER_ANY = -1,  // the library's choice
  SF_SOLVER_TWO_PHASE = 0,
  SF_SOLVER_OPTIMAL = 1,
  SF_SOLVER_GENERIC = 2,
  SF_SOLVER_POCKET = 3
};

// "two-phase", "optimal", "generic", "pocket"; NULL for another number.
SF_API const char* sf_solver_name(sf_solver solver) SF_NOTHROW;

// A numbering of cubes: see the last part of this header.
typedef struct sf_coordinate sf_coordinate;

// Which cube, which goal, which moves, and what is wanted.
typedef struct sf_question sf_question;

// The solved cube, to be solved by all turns of faces in SF_HTM with SF_WANT_GOOD. NULL if memory is short.
SF_API sf_question* sf_question_create(void) SF_NOTHROW;
SF_API void sf_question_free(sf_question* question) SF_NOTHROW;

// Each setter returns SF_OK, or another status when the value makes no sense. In that case every function that is asked
// this question says so too, until the setter is called with a value that makes sense (for goals of coordinates until
// they are cleared). So an error that is overlooked here is not lost.

// The cube as it was read. The answer is for the cube as it is held. The puzzle becomes that of the reading. If the
// reading is incomplete, a word is wanted that solves one of the cubes that have the known facelets. If the goal is not
// a single cube either, the word must solve all of them: SF_BAD_OPTION when it is asked, if what is unknown matters.
// sf_question_set_starts says which of both.
SF_API sf_status sf_question_set_reading(sf_question* question, const sf_reading* reading) SF_NOTHROW;
// The cube, with U up and F in front. (Where the moves or the goal concern the centres, it is the cube in space, as it
// is held.) An impossible cube gets the answer SF_ENDED_UNSOLVABLE.
SF_API sf_status sf_question_set_cube(sf_question* question, const sf_cube* cube) SF_NOTHROW;
// How that cube is held, 0..47, as sf_reading_held gives it. sf_question_set_reading sets this too.
SF_API sf_status sf_question_set_held(sf_question* question, int held) SF_NOTHROW;

// One more cube at the start, up to 100, held as the first one is: the same word brings all of them to the goal, or
// with SF_STARTS_ANY one of them. When it is asked: SF_BAD_OPTION, if they are more, held in another way, or with the
// 2x2x2, coordinates or a robot; SF_IMPOSSIBLE, if no moves do. Errors: SF_BAD_OPTION (NULL) and SF_OUT_OF_MEMORY,
// until sf_question_clear_starts.
SF_API sf_status sf_question_add_start_reading(sf_question* question, const sf_reading* reading) SF_NOTHROW;
// Only the first one again.
SF_API sf_status sf_question_clear_starts(sf_question* question) SF_NOTHROW;

// Which of the cubes at the start, those that were added and those that have the known facelets, a word must bring to
// the goal.
typedef int sf_starts;
enum {
  SF_STARTS_USUAL = -1,  // the default: any, if one cube and one cube as its goal are given, else all
  SF_STARTS_ALL = 0,
  SF_STARTS_ANY = 1
};
SF_API sf_status sf_question_set_starts(sf_question* question, sf_starts starts) SF_NOTHROW;

// The cube to reach instead of the solved one, with U up and F in front. If there are coordinates, it is the goal of
// those that have none of their own.
SF_API sf_status sf_question_set_goal(sf_question* question, const sf_cube* goal) SF_NOTHROW;
// The same as it was read. If the reading is incomplete, the goal is any cube that has the known facelets. How it was
// held does not matter.
SF_API sf_status sf_question_set_goal_reading(sf_question* question, const sf_reading* reading) SF_NOTHROW;
// One more cube to reach beside that of sf_question_set_goal or sf_question_set_goal_reading, or the first one: any of
// them is good, up to 100; if they are more, SF_BAD_OPTION when it is asked. Not for the 2x2x2, and not with several
// coordinates that have no goals. Errors: SF_BAD_OPTION (NULL) and SF_OUT_OF_MEMORY, until another goal is set.
SF_API sf_status sf_question_add_goal_reading(sf_question* question, const sf_reading* reading) SF_NOTHROW;

// What of the goal counts, the rest being free: a name ("Cross", "F2L", "OLL"; see sf_mask_count), or pieces ("edges D
// layer + DFR FR"). The pieces are those of the cube as it is held. NULL (the default): all. Not for the 2x2x2, and not
// with goals of coordinates: SF_BAD_OPTION when it is asked; so is the orientation of centres ("centres: orientation")
// where the moves do not turn them (SF_CENTRES_TURNED). Errors: SF_BAD_OPTION, with a position, and SF_OUT_OF_MEMORY.
SF_API sf_status sf_question_set_only(sf_question* question, const char* mask, sf_error** error) SF_NOTHROW;
// What the faces shall show, instead of a goal: "checkerboard", "xox/oxo/xox@UD xxx/xox/xxx@RLFB" (docs/goals.md).
// Any cube that looks so is a goal. Not with a goal or a mask, nor where those cannot be: SF_BAD_OPTION when it is
// asked. NULL (the default): nothing. Errors: SF_BAD_OPTION, also if more than 512 sets of cubes look so, or it takes
// too long to find out; SF_IMPOSSIBLE, no cube does; SF_OUT_OF_MEMORY.
SF_API sf_status sf_question_set_show(sf_question* question, const char* patterns, sf_error** error) SF_NOTHROW;
// What makes the goal wider: "U", up to a last turn of U of the cube as it is held; "rotations", the same goal on any
// side of the cube; "holding", up to a last rotation of the whole cube, where the moves carry the centres; several of
// them with commas. NULL (the default): nothing. Errors as for sf_question_set_only.
SF_API sf_status sf_question_set_up_to(sf_question* question, const char* text, sf_error** error) SF_NOTHROW;

// A robot whose words are wanted, those that it does fastest: a name ("turntable"; see sf_robot_count), or a
// description in JSON (docs/robots.md). Lengths are then milliseconds of its schedules, which sf_answer_json has. Only
// for near-optimal words of the whole 3x3x3, in SF_HTM and without moves: else SF_BAD_OPTION when it is asked. NULL
// (the default): none. Errors: SF_BAD_OPTION and SF_OUT_OF_MEMORY.
SF_API sf_status sf_question_set_robot(sf_question* question, const char* robot, sf_error** error) SF_NOTHROW;
// What a robot (as above) does for given moves, and when, for the cube as it lies in the robot: a line of JSON, as
// `superflip schedule --json` prints it: {"schema": 1, "moves": "F2", "schedule": {"robot": "turntable",
// "seconds": 1.5, "actions": [{"at": 0.0, "seconds": 0.7, "rotate": "x'"}, {"at": 0.7, "seconds": 0.8, "turn":
// "D2"}]}}. `moves` are as sf_moves_parse reads them, at most 500 turns; slices, wide moves and rotations are done as
// the turns of faces that they come to, and a face out of reach by a detour. Errors: SF_UNREADABLE, with a position,
// SF_BAD_OPTION and SF_OUT_OF_MEMORY.
SF_API sf_status sf_schedule_json(const char* robot, const char* moves, char** json, sf_error** error) SF_NOTHROW;
// The robots that come with the library: name and description. NULL if i is out of range.
SF_API size_t sf_robot_count(void) SF_NOTHROW;
SF_API const char* sf_robot_name(size_t i) SF_NOTHROW;
SF_API const char* sf_robot_json(size_t i) SF_NOTHROW;

// The masks that have names: name, what it stands for, and what it is in words. NULL if i is out of range.
SF_API size_t sf_mask_count(void) SF_NOTHROW;
SF_API const char* sf_mask_name(size_t i) SF_NOTHROW;
SF_API const char* sf_mask_description(size_t i) SF_NOTHROW;
SF_API const char* sf_mask_summary(size_t i) SF_NOTHROW;

// One more coordinate whose value shall become that of one of `count` cubes, which lie `stride` bytes apart; with count
// 0 that of the cube to reach. All coordinates that were added must reach their goals. Errors: SF_BAD_OPTION,
// SF_UNREADABLE (a row that is no cube), SF_OUT_OF_MEMORY.
SF_API sf_status sf_question_add_goal(sf_question* question, const sf_coordinate* coordinate, const sf_cube* goals,
                                      size_t count, size_t stride, sf_error** error) SF_NOTHROW;
// No coordinates any more.
SF_API sf_status sf_question_clear_goals(sf_question* question) SF_NOTHROW;

// The moves that may be made: "R U", "U D R2 L2 F2 B2", "M U", "(R L') F2", "G1" (docs/library.md); each costs what it
// counts in SF_HTM or SF_QTM, or what the text says: in "U R F:3 R>F:1" F costs 3, and 1 more directly after R
// (docs/goals.md). Lengths are then costs: those of sf_solution's text; its turns are what the steps come to. NULL: all
// that the metric counts as one move. Sets the metric too. Errors: SF_BAD_OPTION, with a position, and
// SF_OUT_OF_MEMORY.
SF_API sf_status sf_question_set_moves(sf_question* question, const char* moves, sf_metric metric, sf_centres centres,
                                       sf_error** error) SF_NOTHROW;
// What counts as one move, where the moves are not restricted.
SF_API sf_status sf_question_set_metric(sf_question* question, sf_metric metric) SF_NOTHROW;

// SF_3X3X3 (the default), or SF_2X2X2: then the corners of the cube count, up to a rotation of the whole, in SF_HTM or
// SF_QTM, with all moves and without coordinates. sf_question_set_reading sets this too.
SF_API sf_status sf_question_set_puzzle(sf_question* question, sf_puzzle puzzle) SF_NOTHROW;
// SF_WANT_GOOD (the default), SF_WANT_SHORTEST or SF_WANT_ALL.
SF_API sf_status sf_question_set_want(sf_question* question, sf_want want) SF_NOTHROW;
// With SF_WANT_ALL: how many moves more than the shortest a word may have. At least 0; default 0.
SF_API sf_status sf_question_set_within(sf_question* question, int within) SF_NOTHROW;
// With SF_WANT_GOOD: the search ends as soon as it has found its solutions of at most this length. 0 (the default): it
// goes on until the budget ends. Longer words are answers too.
SF_API sf_status sf_question_set_good_enough(sf_question* question, int length) SF_NOTHROW;
// Longer words are neither searched nor answers. At least 0; default SF_NO_MAX_LENGTH. Fastest if equal to good_enough.
#define SF_NO_MAX_LENGTH 2147483647
SF_API sf_status sf_question_set_max_length(sf_question* question, int length) SF_NOTHROW;
// How many solutions are kept, the shortest of those met. At least 1; default 1.
SF_API sf_status sf_question_set_solutions(sf_question* question, size_t count) SF_NOTHROW;
// Which solver shall answer; default SF_SOLVER_ANY. A question that it cannot take is SF_BAD_OPTION when it is asked.
SF_API sf_status sf_question_set_solver(sf_question* question, sf_solver solver) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Budgets, listeners, cancellation
// ---------------------------------------------------------------------------------------------------------------------

// A request to stop. Every search and all making of tables hears it within about 20 ms.
typedef struct sf_cancel sf_cancel;

// Not set. NULL if memory is short.
SF_API sf_cancel* sf_cancel_create(void) SF_NOTHROW;
// May be called from any thread, and from a signal handler.
SF_API void sf_cancel_set(sf_cancel* cancel) SF_NOTHROW;
// For the next call: not set again.
SF_API void sf_cancel_clear(sf_cancel* cancel) SF_NOTHROW;
// 1 if it is set, else 0.
SF_API int sf_cancel_is_set(const sf_cancel* cancel) SF_NOTHROW;
SF_API void sf_cancel_free(sf_cancel* cancel) SF_NOTHROW;

// A word that solves. It belongs to an answer or an event.
typedef struct sf_solution sf_solution;

enum {
  SF_EVENT_NOTICE = 0,    // `step` is a sentence for a person: a table that will be made, and how long that takes
  SF_EVENT_TABLE = 1,     // a table is loaded or made: `step` and `done`
  SF_EVENT_SOLUTION = 2,  // `solution`, shorter than all before, or with SF_WANT_ALL one more
  SF_EVENT_BOUND = 3,     // no word is shorter than `lower`
  SF_EVENT_PROGRESS = 4,  // `done` of the words of `length` are searched
  SF_EVENT_POLL = 5       // nothing new; the listener may end the work
};

// What happened. It is valid, with all that it points to, until the listener returns.
typedef struct sf_event {
  size_t size;                  // of this struct in the library that runs
  const struct sf_news* news;   // for sf_event_json
  int kind;                     // SF_EVENT_...; kinds that are not known here should be ignored
  int length;                   // of the words that are searched now
  int lower;                    // proven so far
  int upper;                    // the length of the best word so far; -1: none yet
  double done;                  // of `step` or of the words of `length`, 0..1
  double seconds_left;          // of this step or length, estimated; negative: unknown
  double elapsed;               // seconds since the call
  const char* step;             // never NULL
  const sf_solution* solution;  // NULL unless the kind is SF_EVENT_SOLUTION
} sf_event;

// Hears events from the thread that called the engine, at least every 20 ms while work goes on. Returns 0 to go on;
// anything else ends the work, whose answer then holds what was found. It may call every function of the library, also
// sf_cancel_set. It must return: no longjmp and no C++ exception.
typedef int (*sf_listener)(const sf_event* event, void* user);

// The event as one line of JSON.
SF_API sf_status sf_event_json(const sf_event* event, char** json) SF_NOTHROW;

// What a call may cost, who hears of it and who may end it. Wherever a `const sf_budget*` is expected, NULL is a budget
// without limits. All limits may be combined, and the first one that is reached ends the work.
typedef struct sf_budget sf_budget;

// Without limits. NULL if memory is short.
SF_API sf_budget* sf_budget_create(void) SF_NOTHROW;
SF_API void sf_budget_free(sf_budget* budget) SF_NOTHROW;
// Setters as for questions: a value that makes no sense is also reported by the calls that use the budget.

// Seconds from the call, at least 0; loading and making tables count (sf_engine_prepare does that beforehand).
// INFINITY: no limit.
SF_API sf_status sf_budget_set_time(sf_budget* budget, double seconds) SF_NOTHROW;
// Positions expanded; with one thread the answer is then the same on every machine. UINT64_MAX: no limit.
SF_API sf_status sf_budget_set_nodes(sf_budget* budget, uint64_t nodes) SF_NOTHROW;
// How many threads search; 0 leaves it to the engine, which takes one if that makes the answer repeatable, else all
// cores. With most moves of one's own near-optimal words of a whole cube are searched on one, as those of the 2x2x2
// are.
SF_API sf_status sf_budget_set_threads(sf_budget* budget, unsigned threads) SF_NOTHROW;
// The handle that ends the work; NULL: none. It must outlive every call with this budget, and every search.
SF_API sf_status sf_budget_set_cancel(sf_budget* budget, const sf_cancel* cancel) SF_NOTHROW;
// The listener and what it gets as `user`; NULL: none.
SF_API sf_status sf_budget_set_listener(sf_budget* budget, sf_listener listener, void* user) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------------------------------

// The turns of the word, sf_solution_count of them, for the cube as it is held.
SF_API const uint8_t* sf_solution_turns(const sf_solution* solution) SF_NOTHROW;
SF_API size_t sf_solution_count(const sf_solution* solution) SF_NOTHROW;
// "R U2 F'"; with the names of the steps where the question restricted the moves: "(R L') U". NULL for NULL.
SF_API const char* sf_solution_text(const sf_solution* solution) SF_NOTHROW;
// In the metric or the costs of the question. -1 for NULL.
SF_API int sf_solution_length(const sf_solution* solution) SF_NOTHROW;
// Seconds from the beginning of the search, after tables were loaded, until it was found.
SF_API double sf_solution_seconds(const sf_solution* solution) SF_NOTHROW;
// The same word as numbers of the steps of the restricted moves, *count of them; none where they were not restricted.
SF_API const int* sf_solution_steps(const sf_solution* solution, size_t* count) SF_NOTHROW;
// The number 0..47 of the rotation of the whole cube after the turns, where the moves carry the centres; else 0.
SF_API int sf_solution_rotation(const sf_solution* solution) SF_NOTHROW;

// How the two-phase solver found a word: the moves between the first `front` and the last `back` are phase 2.
typedef struct sf_phases {
  size_t size;  // set by the caller
  int axis;     // of G1: 0 UD, 1 RL, 2 FB
  int inverse;  // 1 if the inverse cube was searched
  int front;
  int back;
} sf_phases;
// Returns 1, or 0 if the word has no phases.
SF_API int sf_solution_phases(const sf_solution* solution, sf_phases* phases) SF_NOTHROW;

typedef int sf_ended;
enum {
  SF_ENDED_COMPLETE = 0,   // all was searched: the solutions are the shortest, and no others exist within the limits
  SF_ENDED_ENOUGH = 1,     // as many as were asked for are good enough; shorter ones may exist
  SF_ENDED_TIME = 2,       // the time is over
  SF_ENDED_NODES = 3,      // the limit of nodes is reached
  SF_ENDED_STOPPED = 4,    // the cancel handle was set, or the listener ended the work
  SF_ENDED_UNSOLVABLE = 5  // no word of the allowed moves brings it to the goal; sf_answer_json has the "reason"
};

// "complete", "enough", "time", "nodes", "stopped", "unsolvable"; NULL for another number.
SF_API const char* sf_ended_name(sf_ended ended) SF_NOTHROW;

// What was found, what is proven, and why the work ended. It never changes.
typedef struct sf_answer sf_answer;

// How many solutions there are, the shortest first. It may be 0: then sf_answer_ended says why.
SF_API size_t sf_answer_count(const sf_answer* answer) SF_NOTHROW;
// NULL if i is out of range.
SF_API const sf_solution* sf_answer_solution(const sf_answer* answer, size_t i) SF_NOTHROW;
// The text of solution i; NULL if i is out of range.
SF_API const char* sf_answer_text(const sf_answer* answer, size_t i) SF_NOTHROW;
// The shortest word that was met, where none of at most max_length was found; else NULL.
SF_API const sf_solution* sf_answer_too_long(const sf_answer* answer) SF_NOTHROW;
// Proven: no word is shorter. 0 where nothing is known, -1 for NULL.
SF_API int sf_answer_lower_bound(const sf_answer* answer) SF_NOTHROW;
// 1 if the first solution is proven to be a shortest one, else 0.
SF_API int sf_answer_is_shortest(const sf_answer* answer) SF_NOTHROW;
// -1 for NULL.
SF_API sf_ended sf_answer_ended(const sf_answer* answer) SF_NOTHROW;
// Seconds of loading and making tables, and of the search after that.
SF_API double sf_answer_loading_seconds(const sf_answer* answer) SF_NOTHROW;
SF_API double sf_answer_seconds(const sf_answer* answer) SF_NOTHROW;
// Which solver answered, and its table for proofs, "optimal-282" ("" if it used none).
SF_API sf_solver sf_answer_solver(const sf_answer* answer) SF_NOTHROW;
SF_API const char* sf_answer_table(const sf_answer* answer) SF_NOTHROW;

typedef int sf_work;
enum {
  SF_WORK_NODES = 0,         // positions expanded
  SF_WORK_PHASE1_READS = 1,  // two-phase: entries read of the phase-1 table
  SF_WORK_LEAVES = 2,        // two-phase: positions of G1 that phase 1 reached
  SF_WORK_PHASE2_READS = 3,  // two-phase: entries read of the large phase-2 table
  SF_WORK_LOOKUPS = 4        // optimal: entries read of the pruning table
};
// Counts of work. With one thread and no limit of time they are the same on every machine.
SF_API uint64_t sf_answer_work(const sf_answer* answer, sf_work work) SF_NOTHROW;

// One length that was searched.
typedef struct sf_iteration {
  size_t size;  // set by the caller
  int length;
  int is_complete;  // 1 if all words of that length were searched
  uint64_t nodes;
  uint64_t lookups;
} sf_iteration;
SF_API size_t sf_answer_iteration_count(const sf_answer* answer) SF_NOTHROW;
// Error: SF_BAD_OPTION.
SF_API sf_status sf_answer_iteration(const sf_answer* answer, size_t i, sf_iteration* iteration) SF_NOTHROW;

// The whole answer as one line of JSON, with a newline at its end: the keys of `superflip solve --json`
// (superflip/engine/report.h).
SF_API sf_status sf_answer_json(const sf_answer* answer, char** json) SF_NOTHROW;
SF_API sf_status sf_answer_copy(const sf_answer* answer, sf_answer** copy) SF_NOTHROW;
SF_API void sf_answer_free(sf_answer* answer) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// The engine
// ---------------------------------------------------------------------------------------------------------------------

typedef int sf_profile;
enum {
  SF_PROFILE_COMPACT = 0,   // 5 MB in memory, made in some tenths of a second at each start; no files
  SF_PROFILE_STANDARD = 1,  // 145 MB; twice to six times as fast
  SF_PROFILE_LARGE = 2      // 741 MB
};

// How an engine is made. It is copied: options may be freed when the engine is there.
typedef struct sf_options sf_options;

// SF_PROFILE_STANDARD, with tables in the user's folder, half of the memory, and all cores. NULL if memory is short.
SF_API sf_options* sf_options_create(void) SF_NOTHROW;
SF_API void sf_options_free(sf_options* options) SF_NOTHROW;
// Setters as for questions: sf_engine_create reports what they refused.

// The tables for near-optimal words.
SF_API sf_status sf_options_set_profile(sf_options* options, sf_profile profile) SF_NOTHROW;
// The folder that tables are kept in; it is made when the first table is kept. "": the user's ($SUPERFLIP_CACHE, else
// $XDG_CACHE_HOME/superflip, else ~/.cache/superflip), which is the default. NULL: none, so that tables are made in
// memory and live as long as the engine. Error: SF_OUT_OF_MEMORY.
SF_API sf_status sf_options_set_tables(sf_options* options, const char* folder) SF_NOTHROW;
// The table for proofs, "optimal-282"; "" (the default): the largest that is there and fits, or one that is soon made.
// Error: SF_OUT_OF_MEMORY.
SF_API sf_status sf_options_set_optimal_table(sf_options* options, const char* name) SF_NOTHROW;
// The most bytes that a table for proofs, or of a coordinate, may take. 0 (the default): all available memory if the
// table was named, else half.
SF_API sf_status sf_options_set_memory(sf_options* options, uint64_t bytes) SF_NOTHROW;
// For loading and making tables, and for questions that leave it to the engine. 0 (the default): all cores.
SF_API sf_status sf_options_set_threads(sf_options* options, unsigned threads) SF_NOTHROW;
// Hears sentences for a person: a damaged file that is made again, a folder that cannot be written. It may be called
// from any thread, also from several at once. NULL (the default): nobody.
typedef void (*sf_warning)(const char* sentence, void* user);
SF_API sf_status sf_options_set_warning(sf_options* options, sf_warning warning, void* user) SF_NOTHROW;

// Solvers and their tables.
typedef struct sf_engine sf_engine;

// Opens nothing yet: tables are loaded or made by the first question that needs them. NULL options are the default
// ones. Where there is no folder for the user's tables, because HOME is not set, they are made in memory, with a
// warning. Errors: SF_BAD_OPTION, SF_OUT_OF_MEMORY.
SF_API sf_status sf_engine_create(const sf_options* options, sf_engine** engine, sf_error** error) SF_NOTHROW;
// All calls must have returned. Searches of sf_engine_begin may go on.
SF_API void sf_engine_free(sf_engine* engine) SF_NOTHROW;

// The answer. When a limit, the cancel handle or the listener ends the work, that is no error: the answer says so, and
// holds what was found. Without any limit, SF_WANT_GOOD searches about 10 ms and its answer is the same on every
// machine. Errors: SF_BAD_OPTION (the question makes no sense), SF_IMPOSSIBLE (no cube fits the goal, or what is known
// of the cube), SF_OUT_OF_MEMORY, SF_SYSTEM, SF_INTERNAL.
SF_API sf_status sf_engine_solve(sf_engine* engine, const sf_question* question, const sf_budget* budget,
                                 sf_answer** answer, sf_error** error) SF_NOTHROW;

// Loads or makes all tables that the question needs, so that sf_engine_solve begins at once. The nodes and threads
// of the budget are not used. Errors: as for sf_engine_solve, and SF_STOPPED when the time, the handle or the listener
// ended it.
SF_API sf_status sf_engine_prepare(sf_engine* engine, const sf_question* question, const sf_budget* budget,
                                   sf_error** error) SF_NOTHROW;

// Gives the next question of a batch: sets what differs in `question`, which is as sf_question_create makes it and
// belongs to the library. Returns 1, or 0 at the end of the batch. It is called from one thread at a time, not always
// the caller's.
typedef int (*sf_next)(sf_question* question, void* user);
// Takes the answers in the order of the questions, in the thread that called sf_engine_solve_all. Either `answer` or
// `error` is NULL. Both belong to the library and are valid until it returns (sf_answer_copy keeps one). Returns 0 to
// go on; anything else ends the batch.
typedef int (*sf_done)(const sf_answer* answer, const sf_error* error, void* user);
// Answers many questions, each on one thread. The budget is that of each question, except that its threads are the
// number of questions that are answered at the same time (0: the engine's), and its listener hears nothing. At most 64
// questions a thread are read ahead. Errors: SF_STOPPED, when the handle ended the batch before `next` did (all answers
// that were begun are passed on); SF_BAD_OPTION, SF_OUT_OF_MEMORY, SF_SYSTEM.
SF_API sf_status sf_engine_solve_all(sf_engine* engine, sf_next next, sf_done done, void* user, const sf_budget* each,
                                     sf_error** error) SF_NOTHROW;

// A search in slices on the caller's thread, for programs with a loop of their own.
typedef struct sf_search sf_search;

// Loads or makes the tables, and prepares the search. The listener hears only of that. Errors: as for sf_engine_solve.
SF_API sf_status sf_engine_begin(sf_engine* engine, const sf_question* question, const sf_budget* budget,
                                 sf_search** search, sf_error** error) SF_NOTHROW;
// Goes on for about so many seconds, at least some hundred nodes. Returns 1 when the search is over, also when it
// failed; else 0. 1 for NULL.
SF_API int sf_search_run(sf_search* search, double seconds) SF_NOTHROW;
// What is known so far; the whole answer when sf_search_run has returned 1. Errors: as for sf_engine_solve.
SF_API sf_status sf_search_answer(const sf_search* search, sf_answer** answer, sf_error** error) SF_NOTHROW;
SF_API void sf_search_free(sf_search* search) SF_NOTHROW;

// A table that a question would use, or that can be made by name.
typedef struct sf_table {
  size_t size;             // set by the caller
  const char* name;        // belongs to the plan; of sf_table_at a constant
  int is_there;            // 1 if it exists, so that it need not be made; always 0 from sf_table_at
  uint64_t bytes;          // of memory, when loaded
  uint64_t bytes_to_make;  // of memory while it is made
  double seconds_to_make;  // about, with the engine's threads; 0 where it is there; from sf_table_at with all cores
} sf_table;

// Which solver and tables a question would use, before anything is loaded or made.
typedef struct sf_plan sf_plan;

// For goals of patterns and for coordinates this may take seconds. The nodes and threads of the budget, which may be
// NULL, are not used. Errors: SF_BAD_OPTION, SF_IMPOSSIBLE, SF_OUT_OF_MEMORY, and SF_STOPPED when the time, the handle
// or the listener ended it.
SF_API sf_status sf_engine_plan(const sf_engine* engine, const sf_question* question, const sf_budget* budget,
                                sf_plan** plan, sf_error** error) SF_NOTHROW;
// -1 for NULL.
SF_API sf_solver sf_plan_solver(const sf_plan* plan) SF_NOTHROW;
// Bytes of memory with all tables loaded; the most that making what is missing takes at a time; about how many seconds.
SF_API uint64_t sf_plan_bytes(const sf_plan* plan) SF_NOTHROW;
SF_API uint64_t sf_plan_bytes_to_make(const sf_plan* plan) SF_NOTHROW;
SF_API double sf_plan_seconds_to_make(const sf_plan* plan) SF_NOTHROW;
// A sentence: why a larger table is not used; "" if there is nothing to say.
SF_API const char* sf_plan_remark(const sf_plan* plan) SF_NOTHROW;
// How many tables it would use, and table i with its name, which belongs to the plan.
SF_API size_t sf_plan_table_count(const sf_plan* plan) SF_NOTHROW;
// Error: SF_BAD_OPTION.
SF_API sf_status sf_plan_table(const sf_plan* plan, size_t i, sf_table* table) SF_NOTHROW;
SF_API void sf_plan_free(sf_plan* plan) SF_NOTHROW;

// All tables that can be made by name: "compact", "standard", "large", "optimal-47", ..., "coset-stm". Error:
// SF_BAD_OPTION.
SF_API size_t sf_table_count(void) SF_NOTHROW;
SF_API sf_status sf_table_at(size_t i, sf_table* table) SF_NOTHROW;
// Makes the table of that name and keeps it where the engine's tables are kept. The nodes of the budget are not used.
// Errors: SF_BAD_OPTION, SF_STOPPED, SF_OUT_OF_MEMORY, and SF_SYSTEM, also where the table could not be kept.
SF_API sf_status sf_engine_make(sf_engine* engine, const char* name, const sf_budget* budget,
                                sf_error** error) SF_NOTHROW;

// A word that leads from the solved cube to this one, as short as SF_WANT_GOOD finds it. Of the budget the handle and
// the listener are used. Errors: SF_IMPOSSIBLE, SF_STOPPED, SF_BAD_OPTION, SF_OUT_OF_MEMORY, SF_SYSTEM.
SF_API sf_status sf_engine_word_to(sf_engine* engine, const sf_cube* cube, const sf_budget* budget, sf_moves** moves,
                                   sf_error** error) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Whole cosets
// ---------------------------------------------------------------------------------------------------------------------

// The coset of a cube is all that phase 1 of the two-phase solver cannot tell from it: the SF_COSET_SIZE positions in
// which twists, flips and the places of the four edges of the middle slice are the same. A coset solver counts how many
// of them lie at each distance from solved. Up to the search depth the levels are exact; beyond it the positions of a
// level are at most that far away (superflip/engine/coset.h).

#define SF_COSET_SIZE 19508428800ull

// Which coset, how far, and which of its positions are wanted one by one.
typedef struct sf_coset_question sf_coset_question;

// The coset of the solved cube in SF_HTM, with the depths by which God's number was proven, and no positions. NULL if
// memory is short.
SF_API sf_coset_question* sf_coset_question_create(void) SF_NOTHROW;
SF_API void sf_coset_question_free(sf_coset_question* question) SF_NOTHROW;
// Setters as for questions: what they refuse, sf_coset_solve refuses too.

// Any cube of the coset, with U up and F in front.
SF_API sf_status sf_coset_question_set_cube(sf_coset_question* question, const sf_cube* cube) SF_NOTHROW;
// SF_HTM (the default), SF_QTM or SF_STM.
SF_API sf_status sf_coset_question_set_metric(sf_coset_question* question, sf_metric metric) SF_NOTHROW;

#define SF_COSET_USUAL (-1)
#define SF_COSET_MAX_DEPTH 30
// The depth up to which all words are searched, 0..SF_COSET_MAX_DEPTH. One more takes 13 times as long, 9 times in
// SF_QTM, 18 times in SF_STM. SF_COSET_USUAL (the default): 15, in SF_QTM 18, in SF_STM 13.
SF_API sf_status sf_coset_question_set_search_depth(sf_coset_question* question, int depth) SF_NOTHROW;
// The last depth, 0..SF_COSET_MAX_DEPTH. SF_COSET_USUAL (the default): 20, in SF_QTM 26, so that all are found.
SF_API sf_status sf_coset_question_set_max_depth(sf_coset_question* question, int depth) SF_NOTHROW;
// After the search depth, 1 of so many words of the next cost is searched too, so that fewer positions are left over.
// 0 (the default): none.
SF_API sf_status sf_coset_question_set_extra(sf_coset_question* question, uint32_t extra) SF_NOTHROW;
// 1: a level after complete ones is completed by the optimal solver, if at most 10,000,000 positions are left after it:
// each has a word of that length or is proven to have none. All further levels then are exact. 0 (the default): no.
SF_API sf_status sf_coset_question_set_prove(sf_coset_question* question, int prove) SF_NOTHROW;
// 1 (the default): the two-phase solver solves the positions that no level holds, if they are at most 1,000,000. 0: no.
SF_API sf_status sf_coset_question_set_solve_left(sf_coset_question* question, int solve) SF_NOTHROW;
// The level whose positions are listed, 0..SF_COSET_MAX_DEPTH. SF_COSET_USUAL (the default): none.
SF_API sf_status sf_coset_question_set_list_depth(sf_coset_question* question, int depth) SF_NOTHROW;
// The most positions that are listed, of that level and of those left over. Default 1000.
SF_API sf_status sf_coset_question_set_list_limit(sf_coset_question* question, size_t limit) SF_NOTHROW;
// How many positions of each level are chosen at random, at most SF_COSET_MAX_SAMPLES, with the seed of the choice.
// Default 0 and 1.
#define SF_COSET_MAX_SAMPLES 100000
SF_API sf_status sf_coset_question_set_samples(sf_coset_question* question, size_t samples, uint64_t seed) SF_NOTHROW;
// A file in which the levels are kept, and what is done of the one that is searched: every five minutes, and when the
// work is stopped or its time is over, which then takes some seconds more. If it exists, the work goes on from it, with
// any number of threads. Where it cannot be written, the work goes on all the same, and the answer has a note. It must
// be of the same cube, metric, list, samples and version of the library; the depths and proofs may be others if the
// levels that it has would be made in the same way. It takes at most 2.4 GB, and stays when the work has ended. NULL or
// "" (the default): none. Error: SF_OUT_OF_MEMORY.
SF_API sf_status sf_coset_question_set_checkpoint(sf_coset_question* question, const char* file) SF_NOTHROW;

// Solves cosets one after the other on the same memory: 3.1 GB and the tables of SF_PROFILE_LARGE or, where these
// do not fit, of SF_PROFILE_STANDARD; in SF_STM one table of 85 MB. Memory is taken as it is needed, and kept. One
// thread may use it at a time.
typedef struct sf_coset_solver sf_coset_solver;
// What was found. It never changes.
typedef struct sf_coset_answer sf_coset_answer;

// `memory`: the most bytes that may be used; 0: what the machine has available, which two solvers that begin together
// both count as theirs. `threads`: how many work; 0: those of the engine, or fewer where these do not fit. The engine
// may be freed before the solver. Errors: SF_BAD_OPTION, SF_OUT_OF_MEMORY.
SF_API sf_status sf_coset_solver_create(sf_engine* engine, uint64_t memory, unsigned threads, sf_coset_solver** solver,
                                        sf_error** error) SF_NOTHROW;
SF_API void sf_coset_solver_free(sf_coset_solver* solver) SF_NOTHROW;

// The levels. Of the budget the time, the cancel handle and the listener are used, which hears SF_EVENT_NOTICE,
// SF_EVENT_TABLE, SF_EVENT_PROGRESS (`length` is the depth, `step` a sentence; `done` and `seconds_left` are of the
// whole work; `done` never decreases, and `seconds_left` has no proofs and no moves for positions before these begin)
// and SF_EVENT_POLL. When one of them ends the work, that is no error: the answer holds the levels that were finished.
// Errors: SF_BAD_OPTION, SF_IMPOSSIBLE (no coset holds such a cube), SF_OUT_OF_MEMORY (before the work begins, where
// that can be known), SF_SYSTEM, SF_INTERNAL.
SF_API sf_status sf_coset_solve(sf_coset_solver* solver, const sf_coset_question* question, const sf_budget* budget,
                                sf_coset_answer** answer, sf_error** error) SF_NOTHROW;

typedef struct sf_coset_level {
  size_t size;  // set by the caller
  int depth;
  int is_exact;    // 1 if its positions are at this distance and no others are; 0 if they are at most that far away
  uint64_t found;  // positions that no level before holds
  uint64_t nodes;  // of the search
  uint64_t words;  // that the search found; each stands for two, which differ in the direction of the last turn
  double seconds;
  size_t samples;  // how many there are
} sf_coset_level;

// A position of the coset with moves that solve it. In an exact level these are as few as can be.
typedef struct sf_coset_position {
  size_t size;  // set by the caller
  sf_cube cube;
  const sf_moves* moves;  // belongs to the answer; sf_moves_text has their text
} sf_coset_position;

// The levels 0, 1, 2...: those that were finished. Error: SF_BAD_OPTION.
SF_API size_t sf_coset_answer_level_count(const sf_coset_answer* answer) SF_NOTHROW;
SF_API sf_status sf_coset_answer_level(const sf_coset_answer* answer, size_t i, sf_coset_level* level) SF_NOTHROW;
// Sample i of a level. Error: SF_BAD_OPTION.
SF_API sf_status sf_coset_answer_sample(const sf_coset_answer* answer, size_t level, size_t i,
                                        sf_coset_position* sample) SF_NOTHROW;
// The depth up to which all levels are exact; -1 if none is, or for NULL.
SF_API int sf_coset_answer_exact_to(const sf_coset_answer* answer) SF_NOTHROW;
// So many moves solve every position of the coset; -1 while that is not known, and for NULL.
SF_API int sf_coset_answer_within(const sf_coset_answer* answer) SF_NOTHROW;
// SF_ENDED_COMPLETE: the last depth is reached, or every position is found. SF_ENDED_TIME, SF_ENDED_STOPPED. -1 for
// NULL.
SF_API sf_ended sf_coset_answer_ended(const sf_coset_answer* answer) SF_NOTHROW;
// What failed beside the levels, which are right: proofs, the last writing of the checkpoint, or moves for positions,
// of which there are then fewer. Sentences that belong to the answer; NULL beyond the last one, and for NULL.
SF_API size_t sf_coset_answer_note_count(const sf_coset_answer* answer) SF_NOTHROW;
SF_API const char* sf_coset_answer_note(const sf_coset_answer* answer, size_t i) SF_NOTHROW;

// How many positions no level holds. Where the work was ended before its end, they are not found yet.
SF_API uint64_t sf_coset_answer_left(const sf_coset_answer* answer) SF_NOTHROW;
// How many of these were solved; -1 if that was not tried, and for NULL. And the most moves that one of them took.
SF_API int64_t sf_coset_answer_left_solved(const sf_coset_answer* answer) SF_NOTHROW;
SF_API int sf_coset_answer_longest_left(const sf_coset_answer* answer) SF_NOTHROW;
// The first of those that were solved. Error: SF_BAD_OPTION.
SF_API size_t sf_coset_answer_left_over_count(const sf_coset_answer* answer) SF_NOTHROW;
SF_API sf_status sf_coset_answer_left_over(const sf_coset_answer* answer, size_t i,
                                           sf_coset_position* position) SF_NOTHROW;

// The positions of the listed level. Error: SF_BAD_OPTION. And 1 if they are all of that level, else 0.
SF_API size_t sf_coset_answer_listed_count(const sf_coset_answer* answer) SF_NOTHROW;
SF_API sf_status sf_coset_answer_listed(const sf_coset_answer* answer, size_t i,
                                        sf_coset_position* position) SF_NOTHROW;
SF_API int sf_coset_answer_is_list_complete(const sf_coset_answer* answer) SF_NOTHROW;

// How many of the 16 symmetries that preserve the axis UD map the coset onto itself. 0 for NULL.
SF_API int sf_coset_answer_symmetries(const sf_coset_answer* answer) SF_NOTHROW;
// Bytes of memory for tables and positions, and how many threads were used.
SF_API uint64_t sf_coset_answer_bytes(const sf_coset_answer* answer) SF_NOTHROW;
SF_API unsigned sf_coset_answer_threads(const sf_coset_answer* answer) SF_NOTHROW;
// Seconds of loading and making tables, of the levels, and of solving the positions that are listed, chosen or left.
SF_API double sf_coset_answer_loading_seconds(const sf_coset_answer* answer) SF_NOTHROW;
SF_API double sf_coset_answer_seconds(const sf_coset_answer* answer) SF_NOTHROW;
SF_API double sf_coset_answer_solving_seconds(const sf_coset_answer* answer) SF_NOTHROW;
// Processor time of all threads, for the levels and for solving positions.
SF_API double sf_coset_answer_cpu_seconds(const sf_coset_answer* answer) SF_NOTHROW;
// The whole answer as one line of JSON, with a newline at its end: the keys of `superflip coset --json`
// (superflip/engine/coset_report.h).
SF_API sf_status sf_coset_answer_json(const sf_coset_answer* answer, char** json) SF_NOTHROW;
SF_API void sf_coset_answer_free(sf_coset_answer* answer) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Chance
// ---------------------------------------------------------------------------------------------------------------------

// Random numbers, the same for the same seed on every machine.
typedef struct sf_random sf_random;

// NULL if memory is short.
SF_API sf_random* sf_random_create(uint64_t seed) SF_NOTHROW;
// With a seed from the operating system. NULL if that fails.
SF_API sf_random* sf_random_create_unseeded(void) SF_NOTHROW;
// A cube drawn uniformly from all that face turns reach. Error: SF_BAD_OPTION.
SF_API sf_status sf_random_cube(sf_random* random, sf_cube* cube) SF_NOTHROW;
SF_API void sf_random_free(sf_random* random) SF_NOTHROW;

enum {
  SF_SCRAMBLE_3X3X3 = 0,
  SF_SCRAMBLE_2X2X2 = 1,
  SF_SCRAMBLE_FEWEST_MOVES = 2  // of a 3x3x3, with R' U' F at both ends
};
// A scramble by the rules of the World Cube Association: the state is drawn uniformly from all that are at least two
// moves from solved (2x2x2: four). Of the budget the handle and the listener are used. Errors: SF_BAD_OPTION,
// SF_NO_SOLUTION, SF_STOPPED, SF_OUT_OF_MEMORY, SF_SYSTEM.
SF_API sf_status sf_engine_scramble(sf_engine* engine, sf_random* random, int kind, const sf_budget* budget,
                                    sf_moves** moves, sf_error** error) SF_NOTHROW;

// ---------------------------------------------------------------------------------------------------------------------
// Coordinates, and arrays of cubes
// ---------------------------------------------------------------------------------------------------------------------

// Arrays. A parameter `cubes` with `count` and `stride` stands for `count` cubes, each sf_cube `stride` bytes after the
// one before: sizeof(sf_cube) for an array of cubes, more where each is part of a larger record. The stride is at least
// sizeof(sf_cube); no alignment is needed. With count 0 the pointers may be NULL. All rows are checked before one is
// changed: a row that is no cube gives SF_UNREADABLE, with its number in the sentence. Other errors: SF_BAD_OPTION.
// `turns`, `values` and `possible` are arrays without a stride. They must not overlap the cubes: SF_BAD_OPTION.

// SF_OK if every row is a cube, possible or not; else *row, unless `row` is NULL, is the first that is none. Checking a
// row takes about a nanosecond.
SF_API sf_status sf_cubes_check(const sf_cube* cubes, size_t count, size_t stride, size_t* row,
                                sf_error** error) SF_NOTHROW;
// possible[i] becomes 1 where face turns lead to row i, else 0.
SF_API sf_status sf_cubes_possible(const sf_cube* cubes, size_t count, size_t stride, uint8_t* possible,
                                   sf_error** error) SF_NOTHROW;
// Turns every cube by the moves; a rotation after them is left out.
SF_API sf_status sf_cubes_apply(sf_cube* cubes, size_t count, size_t stride, const sf_moves* moves,
                                sf_error** error) SF_NOTHROW;
// Turns cube i by the one move turns[i], 0..17.
SF_API sf_status sf_cubes_apply_each(sf_cube* cubes, size_t count, size_t stride, const uint8_t* turns,
                                     sf_error** error) SF_NOTHROW;
// Cube i becomes cube i * others[i]: the cube, then what makes the other one. `others` may be the same array; otherwise
// the two must not overlap: SF_BAD_OPTION.
SF_API sf_status sf_cubes_multiply(sf_cube* cubes, size_t count, size_t stride, const sf_cube* others,
                                   size_t others_stride, sf_error** error) SF_NOTHROW;
// Every cube becomes its inverse.
SF_API sf_status sf_cubes_invert(sf_cube* cubes, size_t count, size_t stride, sf_error** error) SF_NOTHROW;

// A coordinate is a numbering of what counts of a cube: the twists of its corners, the places of some edges
// (docs/coordinates.md). It never changes.

// By a name of the catalogue, "CornerOrientation", by a description, "edges FR FL BL BR: place", or by a product of
// these, "UDSlice * corners: orientation". What is restricted to the cubes that some moves reach ("within ...",
// Phase2Edges) takes up to some seconds. Error: SF_BAD_OPTION, with a position.
SF_API sf_status sf_coordinate_create(const char* description, sf_coordinate** coordinate, sf_error** error) SF_NOTHROW;
// Its full description. NULL for NULL.
SF_API const char* sf_coordinate_name(const sf_coordinate* coordinate) SF_NOTHROW;
// How many values there are; 0 if 2^63 or more. And exactly, in decimal.
SF_API uint64_t sf_coordinate_size(const sf_coordinate* coordinate) SF_NOTHROW;
SF_API const char* sf_coordinate_size_text(const sf_coordinate* coordinate) SF_NOTHROW;
// values[i] becomes the value 0..size-1 of cube i. Errors: SF_UNREADABLE, for a
// row that is no cube or on which the coordinate is not defined; SF_BAD_OPTION, also for a coordinate of 2^63 values or
// more.
SF_API sf_status sf_coordinate_index(const sf_coordinate* coordinate, const sf_cube* cubes, size_t count, size_t stride,
                                     uint64_t* values, sf_error** error) SF_NOTHROW;
// Cube i becomes one whose value is values[i]. It need not be possible. Errors: SF_UNREADABLE, with the row of a value
// that is too large; SF_BAD_OPTION.
SF_API sf_status sf_coordinate_cubes(const sf_coordinate* coordinate, const uint64_t* values, size_t count,
                                     sf_cube* cubes, size_t stride, sf_error** error) SF_NOTHROW;
SF_API void sf_coordinate_free(sf_coordinate* coordinate) SF_NOTHROW;

// The catalogue of coordinates that have names: name, description, and what it is in one sentence. NULL if i is out of
// range.
SF_API size_t sf_catalogue_count(void) SF_NOTHROW;
SF_API const char* sf_catalogue_name(size_t i) SF_NOTHROW;
SF_API const char* sf_catalogue_description(size_t i) SF_NOTHROW;
SF_API const char* sf_catalogue_summary(size_t i) SF_NOTHROW;

#ifdef __cplusplus
}
#endif

#endif
