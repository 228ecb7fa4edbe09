// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.30;

/// A price feed in the shape of Chainlink's AggregatorV3Interface that needs no keeper.
/// Phase 1 makes its rounds from the clock: round n starts at n * 30 seconds and its answer is the last one set before
/// that moment, so a round never changes once it can be read. Each setManual(true) opens a further phase whose rounds
/// are pushed one by one, so that a test can make stale, zero or jumping ones. Round ids carry the phase in the upper
/// bits, as a Chainlink proxy's do.
contract PriceFeed {
    struct Round {
        int256 answer;
        uint256 at;
    }

    uint256 private constant SECONDS_PER_ROUND = 30;
    /// Rounds reach this far behind the first answer, so that a fresh feed can be walked back.
    uint256 private constant HISTORY_SECONDS = 1 days;

    uint8 public constant decimals = 8;
    uint256 public constant version = 4;
    string public description;
    bool public manual;
    uint16 public phaseId;
    Round[] private answers;
    mapping(uint16 => Round[]) private pushed;

    /// Names the feed and sets its first answer (8 decimals); later calls only rename it.
    function initialize(string calldata description_, int256 answer) external {
        description = description_;
        if (answers.length > 0) return;
        phaseId = 1;
        answers.push(Round(answer, block.timestamp - HISTORY_SECONDS));
    }

    function setAnswer(int256 answer) external {
        answers.push(Round(answer, block.timestamp));
    }

    function setManual(bool on) external {
        manual = on;
        if (on) phaseId += 1;
    }

    function pushRound(int256 answer, uint256 updatedAt) external {
        require(manual, "not manual");
        pushed[phaseId].push(Round(answer, updatedAt));
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return manual ? _round(phaseId, pushed[phaseId].length) : _round(1, block.timestamp / SECONDS_PER_ROUND);
    }

    function getRoundData(uint80 roundId) external view returns (uint80, int256, uint256, uint256, uint80) {
        return _round(uint16(roundId >> 64), uint64(roundId));
    }

    function _round(uint16 phase, uint256 number) private view returns (uint80, int256, uint256, uint256, uint80) {
        Round memory found = phase == 1 ? _timed(number) : _pushed(phase, number);
        uint80 id = (uint80(phase) << 64) | uint80(number);
        return (id, found.answer, found.at, found.at, id);
    }

    function _timed(uint256 number) private view returns (Round memory) {
        uint256 start = number * SECONDS_PER_ROUND;
        if (start <= block.timestamp) {
            for (uint256 i = answers.length; i > 0; i--) {
                if (answers[i - 1].at < start) return Round(answers[i - 1].answer, start);
            }
        }
        revert("No data present");
    }

    function _pushed(uint16 phase, uint256 number) private view returns (Round memory) {
        require(number > 0 && number <= pushed[phase].length, "No data present");
        return pushed[phase][number - 1];
    }
}
